/**
 * A scrolling list of rows of one height, of which only those in view exist. Any number of rows: browsers limit how high
 * an element is, so beyond that the scroll bar is scaled.
 */

/** The highest that all browsers lay out exactly. */
const MAX_HEIGHT = 8_000_000;

/** What a list shows. */
export interface Rows {
  /** Fills the element of a row, which may have held another. */
  fill(element: HTMLElement, index: number): void;
  /** Called after the rows in view changed. */
  shown?(first: number, end: number): void;
}

export class VirtualList {
  readonly element: HTMLElement;
  readonly #sizer = document.createElement("div");
  readonly #rows: Rows;
  readonly #height: number;
  #count = 0;
  /** Pixels above the view, unscaled. */
  #top = 0;
  /** The scroll position that was set here, to tell it from one that the user set. */
  #set = 0;
  #elements = new Map<number, HTMLElement>();
  #spare: HTMLElement[] = [];
  #frame = 0;
  #stale = false;

  constructor(element: HTMLElement, height: number, rows: Rows) {
    this.element = element;
    this.#height = height;
    this.#rows = rows;
    this.#sizer.className = "sizer";
    this.#sizer.setAttribute("role", "presentation");
    element.append(this.#sizer);
    element.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    new ResizeObserver(() => this.#draw()).observe(element);
  }

  get count(): number {
    return this.#count;
  }

  /** How many rows fit in the view. */
  get page(): number {
    return Math.max(1, Math.floor(this.element.clientHeight / this.#height) - 1);
  }

  /** Sets the number of rows, and fills those in view anew. */
  reset(count: number): void {
    this.#count = count;
    const height = Math.min(count * this.#height, MAX_HEIGHT);
    this.#sizer.style.height = `${height}px`;
    this.#moveTo(Math.min(this.#top, this.#maxTop()));
    this.refresh();
  }

  /** Fills the rows in view anew. */
  refresh(): void {
    this.#stale = true;
    this.#draw();
  }

  /** The element of a row in view. */
  at(index: number): HTMLElement | undefined {
    return this.#elements.get(index);
  }

  /** Scrolls as little as needed to show a row; draws at once. */
  reveal(index: number): void {
    const start = index * this.#height;
    const view = this.element.clientHeight;
    if (start < this.#top) this.#moveTo(start);
    else if (start + this.#height > this.#top + view) this.#moveTo(start + this.#height - view);
    this.#drawNow();
  }

  /** Scrolls to the start. */
  rewind(): void {
    this.#moveTo(0);
  }

  #maxTop(): number {
    return Math.max(0, this.#count * this.#height - this.element.clientHeight);
  }

  /** How many pixels of rows one pixel of the scroll bar stands for. */
  #scale(): number {
    const room = Math.min(this.#count * this.#height, MAX_HEIGHT) - this.element.clientHeight;
    return room > 0 ? Math.max(1, this.#maxTop() / room) : 1;
  }

  #moveTo(top: number): void {
    this.#top = Math.max(0, Math.min(top, this.#maxTop()));
    this.element.scrollTop = this.#top / this.#scale();
    this.#set = this.element.scrollTop;
    this.#draw();
  }

  #scrolled(): void {
    const position = this.element.scrollTop;
    if (Math.abs(position - this.#set) < 1) return;
    this.#set = position;
    this.#top = Math.min(position * this.#scale(), this.#maxTop());
    this.#draw();
  }

  /** Where the scroll bar is scaled, a turn of the wheel must not be. */
  #wheel(event: WheelEvent): void {
    if (this.#scale() === 1 || event.ctrlKey) return;
    event.preventDefault();
    const unit = [1, this.#height, this.element.clientHeight][event.deltaMode] ?? 1;
    this.#moveTo(this.#top + event.deltaY * unit);
  }

  #draw(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#drawNow());
  }

  #drawNow(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const first = Math.max(0, Math.floor(this.#top / this.#height) - 2);
    const end = Math.min(this.#count, Math.ceil((this.#top + this.element.clientHeight) / this.#height) + 2);
    for (const [index, element] of this.#elements) {
      if (index < first || index >= end) {
        element.hidden = true;
        element.removeAttribute("id");
        this.#spare.push(element);
        this.#elements.delete(index);
      }
    }
    const shift = Math.round(this.element.scrollTop - this.#top);
    for (let index = first; index < end; index++) {
      let element = this.#elements.get(index);
      if (element === undefined || this.#stale) {
        element ??= this.#take();
        this.#elements.set(index, element);
        element.hidden = false;
        this.#rows.fill(element, index);
      }
      element.style.transform = `translateY(${index * this.#height + shift}px)`;
    }
    this.#stale = false;
    this.#rows.shown?.(first, end);
  }

  #take(): HTMLElement {
    const spare = this.#spare.pop();
    if (spare !== undefined) return spare;
    const element = document.createElement("div");
    element.className = "row";
    element.style.height = `${this.#height}px`;
    this.#sizer.append(element);
    return element;
  }
}
