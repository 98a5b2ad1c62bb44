/** The captures that come with the page. */

import { make } from "./dom";

interface Sample {
  file: string;
  title: string;
  about: string;
}

/** Lists the samples; a chosen one is opened. */
export async function showSamples(lists: HTMLElement[], open: (blob: Blob, name: string) => void): Promise<void> {
  const folder = new URL("./samples/", document.baseURI);
  const samples = (await (await fetch(new URL("index.json", folder))).json()) as Sample[];
  for (const list of lists) {
    for (const { file, title, about } of samples) {
      const button = make("button", "sample");
      button.dataset["sample"] = file;
      button.append(make("strong", "", title), make("span", "", about));
      button.onclick = async () => open(await (await fetch(new URL(file, folder))).blob(), file);
      const item = document.createElement("li");
      item.append(button);
      list.append(item);
    }
  }
}
