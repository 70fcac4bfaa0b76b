import { nearestSlide, scrollLeftOf, scrollToSlide } from "./gallery/strip.ts";

/** Tolerance of scroll positions, in px: browsers scroll by fractions of a pixel. */
const tolerancePx = 2;

/**
 * Adds dots and previous/next buttons to a strip of pictures, and makes it endless: the first follows the last. Scrolling by hand
 * works as before. Source: storefront specification 4, "Quick-checkout popup".
 * @param pictures contains the strip and, if there are several pictures, the template of the controls
 */
export function startSlider(pictures: HTMLElement): void {
  const strip = pictures.querySelector<HTMLElement>(".gallery-strip");
  const controls = pictures.querySelector<HTMLTemplateElement>(".slide-controls");
  if (!strip || !controls) return;
  controls.replaceWith(controls.content);
  new Slider(pictures, strip);
}

class Slider {
  readonly #strip: HTMLElement;
  readonly #slides: readonly HTMLElement[];
  readonly #dots: readonly HTMLElement[];
  /** The copies before the first and after the last slide, with the slides that they show. */
  readonly #copies: ReadonlyMap<HTMLElement, HTMLElement>;
  /** The slide to which a button is scrolling the strip; the next click starts from it. */
  #target: HTMLElement | undefined;

  constructor(pictures: HTMLElement, strip: HTMLElement) {
    this.#strip = strip;
    this.#slides = [...strip.children].filter((child) => child instanceof HTMLElement);
    this.#dots = [...pictures.querySelectorAll<HTMLElement>(".slide-dots button")];
    const [first, last] = [this.#slides.at(0), this.#slides.at(-1)];
    this.#copies = new Map([last, first].filter((slide) => slide !== undefined).map((slide) => [createCopy(), slide]));
    const [before, after] = this.#copies.keys();
    if (before) strip.prepend(before);
    if (after) strip.append(after);
    this.#updateCopies();
    if (first) this.#jump(scrollLeftOf(first, strip));
    for (const name of ["pointerdown", "wheel", "keydown"]) {
      strip.addEventListener(name, () => (this.#target = undefined), { passive: true });
    }
    strip.addEventListener("keydown", (event) => this.#onKey(event));
    pictures.addEventListener("click", ({ target }) => target instanceof Element && this.#onClick(target));
    strip.addEventListener("scroll", () => this.#onScroll());
    // In a new width the strip would be between two slides.
    new ResizeObserver(() => this.#settle()).observe(strip);
    // A chosen variation may replace the first picture or scroll the strip.
    const panel = pictures.closest(".qcfw-checkout-product-modal") ?? pictures;
    for (const name of ["found_variation", "reset_image"]) panel.addEventListener(name, () => this.#updateCopies());
  }

  /** Copies the current content of the slides. */
  #updateCopies(): void {
    this.#target = undefined;
    for (const [copy, slide] of this.#copies) {
      copy.innerHTML = slide.innerHTML;
      const image = copy.querySelector("img");
      if (image) image.alt = "";
    }
  }

  #onClick(target: Element): void {
    const dot = this.#dots.findIndex((button) => button.contains(target));
    const step = target.closest(".slide-step");
    if (dot >= 0) this.#scrollTo(this.#slides[dot]);
    if (!step) return;
    const from = this.#leaveCopy(this.#target ?? nearestSlide(this.#strip));
    this.#scrollTo(step.matches(".slide-step--on") ? from?.nextElementSibling : from?.previousElementSibling);
  }

  /** The browser handles the arrow keys. */
  #onKey(event: KeyboardEvent): void {
    if (event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    this.#scrollTo(event.key === "Home" ? this.#slides.at(0) : this.#slides.at(-1));
  }

  #scrollTo(slide: Element | null | undefined): void {
    if (!(slide instanceof HTMLElement)) return;
    this.#target = slide;
    scrollToSlide(slide, this.#strip);
  }

  /** Marks the dot of the current or target slide. From a copy, jumps to the slide itself. */
  #onScroll(): void {
    const nearest = nearestSlide(this.#strip);
    const current = this.#target ?? nearest;
    if (!current) return;
    const own = this.#copies.get(current) ?? current;
    for (const [index, dot] of this.#dots.entries()) {
      if (this.#slides[index] === own) dot.setAttribute("aria-current", "true");
      else dot.removeAttribute("aria-current");
    }
    if (Math.abs(scrollLeftOf(current, this.#strip) - this.#strip.scrollLeft) >= tolerancePx) return;
    this.#target = undefined;
    this.#leaveCopy(current);
  }

  #settle(): void {
    const current = this.#target ?? nearestSlide(this.#strip);
    this.#target = undefined;
    if (current) this.#jump(scrollLeftOf(current, this.#strip));
  }

  /** Jumps from a copy to its slide, keeping the offset, so that nothing visibly moves. @returns the slide */
  #leaveCopy(slide: HTMLElement | undefined): HTMLElement | undefined {
    const own = slide && this.#copies.get(slide);
    if (!own) return slide;
    this.#jump(this.#strip.scrollLeft + scrollLeftOf(own, this.#strip) - scrollLeftOf(slide, this.#strip));
    return own;
  }

  #jump(left: number): void {
    this.#strip.scrollTo({ left, behavior: "instant" });
  }
}

/** Creates an empty copy, hidden from screen readers. */
function createCopy(): HTMLElement {
  const copy = document.createElement("div");
  copy.className = "slide-copy";
  copy.setAttribute("aria-hidden", "true");
  return copy;
}
