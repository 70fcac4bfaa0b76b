import { glideTo, nearestSlide, placeOf } from "./gallery.ts";

/** How near (px) the strip has to be to a slide to stand at it: browsers scroll by parts of a pixel. */
const near = 2;

/**
 * Works a strip of several pictures: a dot for each, a step back and on, and no end: after the last comes the first. By hand the
 * strip is moved as ever. Source: storefront specification 4, "Quick-checkout popup".
 * @param pictures holds the strip, and the template of its controls when there are several
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
  /** Stand before the first and after the last, by what they show. */
  readonly #copies: ReadonlyMap<HTMLElement, HTMLElement>;
  /** Where a press has sent the strip, until it is there: the next press counts from it. */
  #heading: HTMLElement | undefined;

  constructor(pictures: HTMLElement, strip: HTMLElement) {
    this.#strip = strip;
    this.#slides = [...strip.children].filter((child) => child instanceof HTMLElement);
    this.#dots = [...pictures.querySelectorAll<HTMLElement>(".slide-dots button")];
    const [first, last] = [this.#slides.at(0), this.#slides.at(-1)];
    this.#copies = new Map([last, first].filter((slide) => slide !== undefined).map((slide) => [newCopy(), slide]));
    const [before, after] = this.#copies.keys();
    if (before) strip.prepend(before);
    if (after) strip.append(after);
    this.#draw();
    if (first) this.#jump(placeOf(first, strip));
    for (const name of ["pointerdown", "wheel", "keydown"]) {
      strip.addEventListener(name, () => (this.#heading = undefined), { passive: true });
    }
    strip.addEventListener("keydown", (event) => this.#turn(event));
    pictures.addEventListener("click", ({ target }) => target instanceof Element && this.#press(target));
    strip.addEventListener("scroll", () => this.#follow());
    // Of another width, the strip is somewhere between two.
    new ResizeObserver(() => this.#settle()).observe(strip);
    // A chosen variation's picture may have taken the place of the first, or the strip be on its way to it.
    const panel = pictures.closest(".qcfw-checkout-product-modal") ?? pictures;
    for (const name of ["found_variation", "reset_image"]) panel.addEventListener(name, () => this.#draw());
  }

  /** The copies show what the slides show now. */
  #draw(): void {
    this.#heading = undefined;
    for (const [copy, slide] of this.#copies) {
      copy.innerHTML = slide.innerHTML;
      const image = copy.querySelector("img");
      if (image) image.alt = "";
    }
  }

  #press(target: Element): void {
    const dot = this.#dots.findIndex((button) => button.contains(target));
    const step = target.closest(".slide-step");
    if (dot >= 0) this.#glide(this.#slides[dot]);
    if (!step) return;
    const from = this.#leaveCopy(this.#heading ?? nearestSlide(this.#strip));
    this.#glide(step.matches(".slide-step--on") ? from?.nextElementSibling : from?.previousElementSibling);
  }

  /** The arrow keys are the browser's. */
  #turn(event: KeyboardEvent): void {
    if (event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    this.#glide(event.key === "Home" ? this.#slides.at(0) : this.#slides.at(-1));
  }

  #glide(slide: Element | null | undefined): void {
    if (!(slide instanceof HTMLElement)) return;
    this.#heading = slide;
    glideTo(slide, this.#strip);
  }

  /** Marks the dot of what is shown, or soon will be; once the strip stands at a copy, it goes on from what that shows. */
  #follow(): void {
    const nearest = nearestSlide(this.#strip);
    const shown = this.#heading ?? nearest;
    if (!shown) return;
    const own = this.#copies.get(shown) ?? shown;
    for (const [index, dot] of this.#dots.entries()) {
      if (this.#slides[index] === own) dot.setAttribute("aria-current", "true");
      else dot.removeAttribute("aria-current");
    }
    if (Math.abs(placeOf(shown, this.#strip) - this.#strip.scrollLeft) >= near) return;
    this.#heading = undefined;
    this.#leaveCopy(shown);
  }

  #settle(): void {
    const shown = this.#heading ?? nearestSlide(this.#strip);
    this.#heading = undefined;
    if (shown) this.#jump(placeOf(shown, this.#strip));
  }

  /** Moves the strip, as far as it is from a copy, to what that shows: nobody sees it. @returns the slide itself */
  #leaveCopy(slide: HTMLElement | undefined): HTMLElement | undefined {
    const own = slide && this.#copies.get(slide);
    if (!own) return slide;
    this.#jump(this.#strip.scrollLeft + placeOf(own, this.#strip) - placeOf(slide, this.#strip));
    return own;
  }

  #jump(left: number): void {
    this.#strip.scrollTo({ left, behavior: "instant" });
  }
}

/** Nobody is told of it, and no script takes it for a picture of the product. */
function newCopy(): HTMLElement {
  const copy = document.createElement("div");
  copy.className = "slide-copy";
  copy.setAttribute("aria-hidden", "true");
  return copy;
}
