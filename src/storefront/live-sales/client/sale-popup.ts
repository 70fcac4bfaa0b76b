import { Countdown } from "./countdown.ts";
import { dismiss } from "./sales-memory.ts";

/** A sale as the server sends it. Texts but `image` and `link` are HTML. */
export interface LiveSale {
  title: string;
  desc: string;
  short_desc: string;
  /** "" for none. */
  image: string;
  link: string;
}

export interface PopupTexts {
  close: string;
  pause: string;
  continue: string;
  never: string;
}

/** How long (ms) closing takes. Source: storefront specification 9. */
export const closingMs = 500;

/** One pop-up, with the protocol's classes. It closes by itself, with its button, or with Escape. */
export class SalePopup {
  readonly element = document.createElement("div");
  /** Settles when it begins to close; "never": the shopper wants no more of them. */
  readonly closes: Promise<"shown" | "never">;
  readonly #texts: PopupTexts;
  readonly #shown: Countdown;
  #isPaused = false;
  /** What is on it now. */
  readonly #users = new Set<"pointer" | "focus">();

  constructor(sale: LiveSale, texts: PopupTexts, shownMs: number, opensTab: boolean) {
    this.#texts = texts;
    this.#shown = new Countdown(shownMs);
    const close = control("pi-popup-close", "×");
    close.ariaLabel = texts.close;
    const pause = control("pi-popup-act", texts.pause);
    const never = control("pi-popup-act", texts.never);
    const isOver = this.#shown.ends.then(() => "shown" as const);
    const isRefused = new Promise<"never">((resolve) => onPress(never, () => resolve("never")));
    this.closes = Promise.race([isOver, isRefused]).then((outcome) => this.#close(outcome));
    onPress(close, () => this.#shown.end());
    onPress(pause, () => this.#togglePause(pause));
    this.element.className = "animated pi-popup fadeIn";
    this.element.append(...pictureOf(sale, opensTab), this.#content(sale, [pause, never]), close);
    this.#holdWhileUsed();
  }

  #content({ title, short_desc, desc }: LiveSale, acts: readonly HTMLElement[]): HTMLElement {
    const content = document.createElement("div");
    content.className = "pi-popup-content";
    const text = document.createElement("p");
    text.innerHTML = title && short_desc ? `<b>${title}</b> ${short_desc}` : desc;
    const row = document.createElement("p");
    row.className = "pi-popup-acts";
    row.append(...acts);
    content.append(text, row);
    return content;
  }

  #togglePause(button: HTMLElement): void {
    this.#isPaused = !this.#isPaused;
    button.textContent = this.#isPaused ? this.#texts.continue : this.#texts.pause;
    this.#update();
  }

  #holdWhileUsed(): void {
    for (const [user, begins, ends] of [
      ["pointer", "pointerenter", "pointerleave"],
      ["focus", "focusin", "focusout"],
    ] as const) {
      this.element.addEventListener(begins, () => {
        this.#users.add(user);
        this.#update();
      });
      this.element.addEventListener(ends, () => {
        this.#users.delete(user);
        this.#update();
      });
    }
    this.element.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.#shown.end();
    });
  }

  #update(): void {
    this.#shown.isHeld = this.#isPaused || this.#users.size > 0;
  }

  #close(outcome: "shown" | "never"): "shown" | "never" {
    if (outcome === "never") dismiss();
    this.element.classList.replace("fadeIn", "fadeOut");
    setTimeout(() => this.element.remove(), closingMs);
    return outcome;
  }
}

function control(className: string, text: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.className = className;
  link.href = "#";
  link.role = "button";
  link.textContent = text;
  return link;
}

/** The protocol's controls are links, which Space does not press. */
function onPress(link: HTMLElement, press: () => void): void {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    press();
  });
  link.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    press();
  });
}

/** The name in the text links to the product too, so the picture is no second stop. */
function pictureOf({ image, link }: LiveSale, opensTab: boolean): HTMLElement[] {
  if (image === "") return [];
  const picture = document.createElement("img");
  Object.assign(picture, { src: image, alt: "", width: 64, height: 64 });
  const anchor = document.createElement("a");
  Object.assign(anchor, { className: "pi-popup-image", href: link, tabIndex: -1, ariaHidden: "true" });
  if (opensTab) Object.assign(anchor, { target: "_blank", rel: "noopener" });
  anchor.append(picture);
  return [anchor];
}
