import { nearestSlide, placeOf } from "./gallery.ts";

/**
 * Works a strip of several pictures: a dot for each, a step back and on, and no end: after the last comes the first. By hand the
 * strip is moved as ever. Source: storefront specification 4, "Quick-checkout popup".
 * @param pictures holds the strip, and the template of its controls
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
    pictures.addEventListener("click", ({ target }) => target instanceof Element && this.#press(target));
    strip.addEventListener("scroll", () => this.#follow());
    // The picture of a chosen variation may have taken the place of the first.
    const panel = pictures.closest(".qcfw-checkout-product-modal") ?? pictures;
    for (const name of ["found_variation", "reset_image"]) panel.addEventListener(name, () => this.#draw());
  }

  /** The copies show what the slides show now. */
  #draw(): void {
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
    this.#leaveCopy();
    const shown = nearestSlide(this.#strip);
    this.#glide(step.matches(".slide-step--on") ? shown?.nextElementSibling : shown?.previousElementSibling);
  }

  #glide(slide: Element | null | undefined): void {
    if (!(slide instanceof HTMLElement)) return;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#strip.scrollTo({ left: placeOf(slide, this.#strip), behavior: isStill ? "instant" : "smooth" });
  }

  /** Marks the dot of what is shown; once the strip stands at a copy, it goes on from what that shows. */
  #follow(): void {
    const shown = nearestSlide(this.#strip);
    if (!shown) return;
    const own = this.#copies.get(shown) ?? shown;
    for (const [index, dot] of this.#dots.entries()) {
      if (this.#slides[index] === own) dot.setAttribute("aria-current", "true");
      else dot.removeAttribute("aria-current");
    }
    if (Math.abs(placeOf(shown, this.#strip) - this.#strip.scrollLeft) < 1) this.#leaveCopy();
  }

  #leaveCopy(): void {
    const shown = nearestSlide(this.#strip);
    const own = shown && this.#copies.get(shown);
    if (own) this.#jump(this.#strip.scrollLeft + placeOf(own, this.#strip) - placeOf(shown, this.#strip));
  }

  #jump(left: number): void {
    this.#strip.scrollTo({ left, behavior: "instant" });
  }
}

/** Nobody is told of it, and no script takes it for a picture of the product. */
function newCopy(): HTMLElement {
  const copy = document.createElement("div");
  copy.className = "slide-copy";
  copy.ariaHidden = "true";
  return copy;
}
