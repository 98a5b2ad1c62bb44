/** The worker, seen from the page. */

import type { Answer, Matches, Progress, Request, RequestName, Requests } from "./messages";
// Inlined, so that the page's Content-Security-Policy holds in it as well.
import Worker from "./worker?worker&inline";

interface Waiting {
  resolve(result: never): void;
  reject(error: Error): void;
}

export class Client {
  onProgress: (progress: Progress) => void = () => {};
  onMatches: (matches: Matches) => void = () => {};
  /** The worker died. */
  onFailure: (message: string) => void = () => {};

  readonly #worker = new Worker();
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#take(data);
    this.#worker.onerror = (event) => this.onFailure(event.message);
  }

  ask<Name extends RequestName>(name: Name, ...args: Requests[Name]["args"]): Promise<Requests[Name]["result"]> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, name, args } as Request);
    });
  }

  #take(answer: Answer): void {
    if ("event" in answer) {
      if (answer.event === "progress") this.onProgress(answer.progress);
      else this.onMatches(answer.matches);
      return;
    }
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ("failure" in answer) waiting?.reject(new Error(answer.failure));
    else waiting?.resolve(answer.result as never);
  }
}
