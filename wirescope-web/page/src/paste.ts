/** Hex that is pasted. */

import { byId } from "./dom";

export class PasteDialog {
  readonly #dialog = byId<HTMLDialogElement>("paste-dialog");
  readonly #text = byId<HTMLTextAreaElement>("paste-text");

  constructor(open: (blob: Blob) => void) {
    byId("paste-go").onclick = () => {
      const text = this.#text.value;
      const isHex = /[0-9a-f]{2}/i.test(text);
      byId("paste-error").hidden = isHex;
      byId("paste-error").textContent = isHex ? "" : "There are no hexadecimal digits in this.";
      if (!isHex) return;
      this.#dialog.close();
      open(new Blob([text.endsWith("\n") ? text : `${text}\n`]));
    };
  }

  open(): void {
    byId("paste-error").hidden = true;
    this.#dialog.showModal();
    this.#text.select();
  }
}
