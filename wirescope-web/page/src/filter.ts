/** The filter box. */

import { Mark } from "broker-codecs";
import type { Client } from "./client";
import { byId } from "./dom";
import type { Frames } from "./frames";
import type { Matches } from "./messages";

/** How long to wait for the next key. */
const PAUSE = 200;

export class FilterBar {
  /** Which frames to show: some, or all. */
  onShow: (found: Uint32Array | undefined) => void = () => {};

  readonly #client: Client;
  readonly #box = byId<HTMLInputElement>("filter");
  readonly #errors = byId("only-errors");
  #frames: Frames | undefined;
  #found: Uint32Array[] = [];
  #timer = 0;
  /** The filter that frames are shown by. */
  #active = "";
  /** Its number: what is found by another is of no use. */
  #number = 0;

  constructor(client: Client) {
    this.#client = client;
    client.onMatches = (matches) => this.#take(matches);
    this.#box.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => void this.#run(), PAUSE);
    });
    this.#box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        if (this.#box.value === "") byId("list").focus();
        this.#box.value = "";
        void this.#run();
      }
    });
    byId("filterbar").addEventListener("submit", (event) => {
      event.preventDefault();
      clearTimeout(this.#timer);
      byId("list").focus();
      void this.#run();
    });
    this.#errors.onclick = () => {
      const pressed = this.#errors.getAttribute("aria-pressed") !== "true";
      this.#errors.setAttribute("aria-pressed", String(pressed));
      void this.#run();
    };
  }

  /** Shows all frames of another capture. */
  clear(): void {
    this.#box.value = "";
    this.#errors.setAttribute("aria-pressed", "false");
    clearTimeout(this.#timer);
    this.#stop();
    this.#active = "";
    this.#found = [];
    this.#fail("");
    this.#tell("");
  }

  /** There are more frames. They are looked at when reading is over. */
  grown(frames: Frames): void {
    this.#frames = frames;
    if (this.#active !== "" || this.#onlyErrors) {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => void this.#run(), PAUSE);
    }
  }

  get #onlyErrors(): boolean {
    return this.#errors.getAttribute("aria-pressed") === "true";
  }

  /** Ends the search that is on. */
  #stop(): void {
    if (this.#active !== "") void this.#client.ask("stopFilter");
    this.#number++;
  }

  async #run(): Promise<void> {
    this.#stop();
    this.#found = [];
    this.#active = this.#box.value.trim();
    this.#fail("");
    if (this.#active === "") {
      const found = this.#onlyErrors ? this.#frames?.erroneous() : undefined;
      this.#tell(found === undefined ? "" : `${found.length.toLocaleString("en")} shown`);
      this.onShow(found);
      return;
    }
    const number = this.#number;
    try {
      await this.#client.ask("filter", this.#active, number);
    } catch (error) {
      if (number !== this.#number) return;
      this.#fail(error instanceof Error ? error.message : String(error));
      if (document.activeElement === byId("list")) this.#box.focus();
    }
  }

  #take({ filter, found, searched, done }: Matches): void {
    if (filter !== this.#number) return;
    const isWanted = (frame: number) => !this.#onlyErrors || ((this.#frames?.marks(frame) ?? 0) & Mark.ERROR) !== 0;
    this.#found.push(found.filter(isWanted));
    const all = join(this.#found);
    this.#found = [all];
    const total = this.#frames?.length ?? searched;
    const percent = Math.floor((100 * searched) / Math.max(1, total));
    const number = all.length.toLocaleString("en");
    this.#tell(done ? `${number} of ${total.toLocaleString("en")} shown` : `${number} found, ${percent} %`);
    this.onShow(all);
  }

  #tell(text: string): void {
    byId("shown").textContent = text;
  }

  #fail(text: string): void {
    byId("filter-error").hidden = text === "";
    byId("filter-error").textContent = text;
    this.#box.setAttribute("aria-invalid", String(text !== ""));
  }
}

function join(parts: Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
