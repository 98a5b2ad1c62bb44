/** The fields of a frame, as its line has them. */

import { pointer, stringify, type Json, type JsonObject, type Path, type Range } from "broker-codecs";
import { byId, isModified, make, moved } from "./dom";
import { count, readableText } from "./summary";
import { VirtualList } from "./virtual";

const ROW = 24;
/** Longest text of a value. */
const LONGEST = 240;
/** Lists with more items are closed at first. */
const MANY = 40;
/** Members that no edit reaches. */
const FIXED = new Set([
  "offset", "length", "protocol", "conn", "dir", "time", "raw", "bytes", "error", "findings", "omitted", "frames", "requests", "answers",
]);
/** Members that are bytes in hexadecimal. */
const BYTES = new Set(["payload", "body", "raw", "bytes", "trailing", "value", "chunk"]);

interface Node {
  path: Path;
  pointer: string;
  name: string;
  value: Json;
  /** Its children, if it can have some. */
  children: [string | number, Json][] | undefined;
  /** Place among its siblings, and how many there are. */
  place: [number, number];
}

export class FieldTree {
  /** A field was chosen. */
  onSelect: (range: Range | undefined, path: string) => void = () => {};
  /** A field was given another value. */
  onEdit: (path: Path, value: string) => void = () => {};

  readonly element = byId("tree");
  readonly #list: VirtualList;
  #line: JsonObject = {};
  #ranges = new Map<string, Range>();
  #nodes: Node[] = [];
  #selected = "";
  /** Nodes that were opened or closed by hand. */
  #toggled = new Map<string, boolean>();
  #editing: string | undefined;

  constructor() {
    this.#list = new VirtualList(this.element, ROW, { fill: (element, row) => this.#fill(element, row) });
    this.element.addEventListener("click", (event) => this.#click(event));
    this.element.addEventListener("dblclick", (event) => {
      if ((event.target as Element).closest(".value") !== null) this.edit();
    });
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The line that is shown. */
  get line(): JsonObject {
    return this.#line;
  }

  /** Shows a line. What was selected stays so where the line has it. */
  show(line: JsonObject, ranges: Map<string, Range>): void {
    this.#line = line;
    this.#ranges = ranges;
    this.#editing = undefined;
    this.#layOut();
    if (this.#indexOf(this.#selected) < 0) this.#selected = this.#nodes[0]?.pointer ?? "";
    const index = this.#indexOf(this.#selected);
    if (index < 0) this.element.removeAttribute("aria-activedescendant");
    else this.element.setAttribute("aria-activedescendant", `node-${index}`);
  }

  /** Chooses the smallest field around a byte. */
  selectAt(byte: number): Range | undefined {
    let best: [string, Range] | undefined;
    for (const [at, range] of this.#ranges) {
      if (at === "/raw" || at === "/bytes" || range.start > byte || range.end <= byte) continue;
      if (best === undefined || range.end - range.start < best[1].end - best[1].start) best = [at, range];
    }
    if (best === undefined) return undefined;
    this.#open(best[0]);
    this.#select(best[0], false);
    return best[1];
  }

  /** Begins to edit the chosen value. */
  edit(): void {
    const index = this.#indexOf(this.#selected);
    const node = this.#nodes[index];
    if (node === undefined || !isEditable(node)) return;
    this.#editing = node.pointer;
    this.#list.reveal(index);
    this.#list.refresh();
    requestAnimationFrame(() => this.element.querySelector<HTMLInputElement>("input")?.select());
  }

  #layOut(): void {
    this.#nodes = [];
    const walk = (entries: [string | number, Json][], path: Path) => {
      entries.forEach(([step, value], at) => {
        const own = [...path, step];
        const children = childrenOf(value);
        const node = { path: own, pointer: pointer(own), name: String(step), value, children };
        this.#nodes.push({ ...node, place: [at + 1, entries.length] });
        if (children !== undefined && this.#isOpen(node)) walk(children, own);
      });
    };
    walk(Object.entries(this.#line), []);
    this.#list.reset(this.#nodes.length);
  }

  #isOpen({ pointer, path, children = [] }: Pick<Node, "pointer" | "path" | "children">): boolean {
    const isOpen = path.length <= 1 || (children.length <= MANY && !isSmall(children));
    return this.#toggled.get(pointer) ?? isOpen;
  }

  /** Opens all that is below the line. */
  #openAll(): void {
    for (let count = -1; count !== this.#nodes.length; ) {
      count = this.#nodes.length;
      for (const { pointer, children } of this.#nodes) if (children !== undefined) this.#toggled.set(pointer, true);
      this.#layOut();
    }
  }

  #toggle(node: Node, open: boolean): void {
    if (node.children === undefined || this.#isOpen(node) === open) return;
    this.#toggled.set(node.pointer, open);
    this.#layOut();
  }

  /** Opens what hides a node. */
  #open(at: string): void {
    for (let end = at.indexOf("/", 1); end > 0; end = at.indexOf("/", end + 1)) {
      const index = this.#indexOf(at.slice(0, end));
      const node = this.#nodes[index];
      if (node !== undefined) this.#toggle(node, true);
    }
  }

  #indexOf(at: string): number {
    return this.#nodes.findIndex((node) => node.pointer === at);
  }

  #select(at: string, tell = true): void {
    this.#selected = at;
    const index = this.#indexOf(at);
    this.#list.refresh();
    if (index >= 0) this.#list.reveal(index);
    this.element.setAttribute("aria-activedescendant", `node-${index}`);
    if (tell) this.onSelect(this.#ranges.get(at), at);
  }

  #click(event: MouseEvent): void {
    const target = event.target as Element;
    const row = target.closest<HTMLElement>(".row")?.dataset["row"];
    const node = row === undefined ? undefined : this.#nodes[Number(row)];
    if (node === undefined || target.tagName === "INPUT") return;
    if (target.closest(".twisty") !== null) this.#toggle(node, !this.#isOpen(node));
    this.#select(node.pointer);
    if (target.closest(".pen") !== null) this.edit();
  }

  #key(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement) {
      event.stopPropagation();
      if (event.key === "Enter") this.#commit(event.target.value);
      else if (event.key === "Escape") this.#stop();
      return;
    }
    if (isModified(event)) return;
    const index = this.#indexOf(this.#selected);
    const node = this.#nodes[index];
    const to = moved(event.key, index, this.#nodes.length, this.#list.page);
    if (to !== undefined) this.#select(this.#nodes[to]?.pointer ?? "");
    else if (node === undefined) return;
    else if (event.key === "ArrowRight") this.#right(node, index);
    else if (event.key === "ArrowLeft") this.#left(node);
    else if (event.key === "*") this.#openAll();
    else if (event.key === "Enter" || event.key === "F2" || event.key === "e") {
      if (node.children === undefined) this.edit();
      else this.#toggle(node, !this.#isOpen(node));
    } else return;
    event.preventDefault();
  }

  #right(node: Node, index: number): void {
    if (node.children === undefined) return;
    if (this.#isOpen(node)) this.#select(this.#nodes[index + 1]?.pointer ?? node.pointer);
    else this.#toggle(node, true);
  }

  #left(node: Node): void {
    if (node.children !== undefined && this.#isOpen(node)) this.#toggle(node, false);
    else if (node.path.length > 1) this.#select(pointer(node.path.slice(0, -1)));
  }

  #commit(text: string): void {
    const node = this.#nodes[this.#indexOf(this.#selected)];
    this.#stop();
    if (node !== undefined) this.#give(node, text);
  }

  #give(node: Node, text: string): void {
    this.onEdit(node.path, typeof node.value === "string" ? stringify(text) : asJson(text));
  }

  #stop(): void {
    this.#editing = undefined;
    this.#list.refresh();
    this.element.focus();
  }

  #fill(element: HTMLElement, row: number): void {
    const node = this.#nodes[row];
    if (node === undefined) return;
    const selected = node.pointer === this.#selected;
    const open = node.children !== undefined && this.#isOpen(node);
    element.id = `node-${row}`;
    element.dataset["row"] = String(row);
    element.dataset["pointer"] = node.pointer;
    element.className = `row${selected ? " selected" : ""}${tone(node)}`;
    element.setAttribute("role", "treeitem");
    element.setAttribute("aria-level", String(node.path.length));
    element.setAttribute("aria-posinset", String(node.place[0]));
    element.setAttribute("aria-setsize", String(node.place[1]));
    element.setAttribute("aria-selected", String(selected));
    if (node.children === undefined) element.removeAttribute("aria-expanded");
    else element.setAttribute("aria-expanded", String(open));
    element.style.setProperty("--depth", String(node.path.length - 1));
    const twisty = make("span", "twisty", node.children === undefined ? "" : open ? "▾" : "▸");
    twisty.setAttribute("aria-hidden", "true");
    element.replaceChildren(twisty, make("span", "name", node.name), this.#value(node, open));
    if (selected && isEditable(node) && this.#editing === undefined) {
      const pen = make("button", "pen", "Edit");
      pen.tabIndex = -1;
      element.append(pen);
    }
  }

  #value(node: Node, open: boolean): HTMLElement {
    if (node.pointer === this.#editing) {
      const input = document.createElement("input");
      input.value = textOfLeaf(node.value);
      input.setAttribute("aria-label", `Value of ${node.name}`);
      // What was typed counts, wherever the focus goes; it stays there.
      input.addEventListener("blur", () => {
        if (this.#editing !== node.pointer) return;
        this.#editing = undefined;
        this.#list.refresh();
        if (input.value !== textOfLeaf(node.value)) this.#give(node, input.value);
      });
      return input;
    }
    const value = make("span", `value ${kind(node.value)}`, shown(node, open));
    const readable = BYTES.has(node.name) && typeof node.value === "string" ? textOf(node.value) : undefined;
    if (readable !== undefined) value.append(make("span", "aside", `"${readable}"`));
    return value;
  }
}

function isEditable(node: Node): boolean {
  return node.children === undefined && !FIXED.has(String(node.path[0])) && !node.path.includes("redacted");
}

function childrenOf(value: Json): [string | number, Json][] | undefined {
  if (value === null || typeof value !== "object") return undefined;
  const children = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return children.length === 0 ? undefined : children;
}

/** Where its value counts: red, yellow. */
function tone(node: Node): string {
  if (node.path.includes("error")) return " error";
  return node.path[0] === "findings" ? " finding" : "";
}

function kind(value: Json): string {
  return value === null ? "null" : typeof value;
}

function shown({ value, children }: Node, open: boolean): string {
  if (children === undefined) return cut(textOfLeaf(value));
  if (!open && isSmall(children)) return cut(children.map(([, child]) => textOfLeaf(child)).join(" · "));
  return Array.isArray(value) ? count(children.length, "item", "items") : "";
}

/** Few leaves, which fit into the row of what holds them. */
function isSmall(children: readonly [unknown, Json][]): boolean {
  return children.length <= 4 && children.every(([, child]) => childrenOf(child) === undefined);
}

function textOfLeaf(value: Json): string {
  return typeof value === "string" ? value : stringify(value);
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** What bytes in hexadecimal say, if that is text. */
function textOf(hex: string): string | undefined {
  if (hex === "" || hex.length % 2 !== 0 || /[^0-9a-f]/.test(hex)) return undefined;
  const readable = readableText(hex.slice(0, 128));
  return readable !== undefined && hex.length > 128 ? `${readable}…` : readable;
}

/** JSON text as it is; other text as JSON of a string. */
function asJson(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return stringify(text);
  }
}
