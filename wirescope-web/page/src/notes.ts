/** What was told beside the frames. */

import type { Note } from "broker-codecs";
import { byId, make } from "./dom";
import { count } from "./summary";

/** Notes that are listed; of the rest only the number is. */
const LISTED = 500;

export class Notes {
  #number = 0;
  #last: string | undefined;

  constructor() {
    byId("notes").onclick = () => byId<HTMLDialogElement>("notes-dialog").showModal();
  }

  clear(): void {
    this.#number = 0;
    this.#last = undefined;
    byId("note-list").replaceChildren();
    byId("notes").hidden = true;
  }

  /** The last note, if there is one. */
  last(): string[] {
    return this.#last === undefined ? [] : [this.#last];
  }

  add(notes: Note[]): void {
    for (const note of notes) {
      this.#number++;
      this.#last = note.shown;
      if (this.#number <= LISTED) byId("note-list").append(make("li", "", note.shown));
      else if (this.#number === LISTED + 1) byId("note-list").append(make("li", "", "… and more"));
    }
    byId("notes").hidden = this.#number === 0;
    byId("notes").textContent = count(this.#number, "note", "notes");
  }
}
