/** Files that are dropped anywhere on the page. */

import { byId } from "./dom";

export function listenForDrops(open: (file: File) => void): void {
  const overlay = byId("overlay");
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  document.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    overlay.hidden = false;
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) overlay.hidden = true;
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    overlay.hidden = true;
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) open(file);
  });
}
