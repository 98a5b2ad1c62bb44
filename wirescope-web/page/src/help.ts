/** What the keys do. */

import { byId, make } from "./dom";

const KEYS: readonly (readonly [keys: string, about: string])[] = [
  ["↑ ↓ PgUp PgDn Home End", "move in a list"],
  ["← →", "close or open a field; move among bytes"],
  ["*", "open all fields"],
  ["1 2 3", "go to frames, fields, bytes"],
  ["F6 Shift+F6", "go to the next or the previous of them"],
  ["Enter", "from a frame to its fields; edit a field"],
  ["e", "edit a field; Enter applies, Esc leaves"],
  ["n N", "next or previous error"],
  ["/", "filter; Enter applies, Esc clears"],
  ["o p s", "open a file, paste hex, samples"],
  ["r", "go to the frame's request or answer"],
  ["c", "copy the line as JSON"],
  ["t", "dark or light"],
  ["Esc", "stop reading; close a dialog"],
  ["?", "this list"],
];

export function listenForHelp(): void {
  const dialog = byId<HTMLDialogElement>("help-dialog");
  for (const [keys, about] of KEYS) {
    const row = document.createElement("tr");
    const cell = document.createElement("th");
    cell.scope = "row";
    keys.split(" ").forEach((key) => cell.append(make("kbd", "", key)));
    row.append(cell, make("td", "", about));
    byId("keys").append(row);
  }
  byId("help").onclick = () => dialog.showModal();
}
