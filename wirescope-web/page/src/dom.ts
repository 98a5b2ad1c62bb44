/** Small helpers for the document. */

/** The element with an id, which must be there. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`there is no element ${id}`);
  return element as E;
}

/** A new element with a class and text. */
export function make(tag: string, className: string, text = ""): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

/** Where a key moves to in a list, or undefined for other keys. */
export function moved(key: string, from: number, count: number, page: number): number | undefined {
  const to = { ArrowDown: from + 1, ArrowUp: from - 1, PageDown: from + page, PageUp: from - page, Home: 0, End: count - 1 }[
    key
  ];
  return to === undefined ? undefined : Math.max(0, Math.min(to, count - 1));
}

/** Whether a key was pressed with a modifier, so that it is not one of ours. */
export function isModified(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey;
}
