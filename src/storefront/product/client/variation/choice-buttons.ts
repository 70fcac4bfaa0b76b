import {
  type CrossedOut,
  crossedOutOptions,
  type StockedVariation,
} from "#shop/catalogue/variations/choice-buttons.rules.ts";
import { listen } from "../../../client/events.ts";
import { defineWidget } from "../../../client/widget.ts";
import { chosenIn } from "./variation-choice.ts";
import { isOffered } from "./variation-presses.ts";
import { variationsIn } from "./variation-table.ts";

/**
 * Defines `<shop-choice-buttons>`, radio buttons that set an attribute's drop-down (`followPresses`). The drop-down stays the
 * only state: any variation script reads, filters and clears it, and the buttons follow. Product pages and the quick checkout
 * may both call this.
 */
export function defineChoiceButtons(): void {
  if (customElements.get("shop-choice-buttons")) return;
  defineWidget("shop-choice-buttons", (element, signal) => {
    const form = element.closest("form");
    const select = element.querySelector("select");
    const group = element.querySelector<HTMLElement>("[role=radiogroup]");
    if (form && select && group) new ChoiceButtons(form, select, group, signal);
  });
}

class ChoiceButtons {
  readonly #form: HTMLFormElement;
  readonly #select: HTMLSelectElement;
  readonly #group: HTMLElement;
  readonly #radios: readonly HTMLInputElement[];
  #variations: readonly StockedVariation[] = [];

  constructor(form: HTMLFormElement, select: HTMLSelectElement, group: HTMLElement, signal: AbortSignal) {
    this.#form = form;
    this.#select = select;
    this.#group = group;
    this.#radios = [...group.querySelectorAll("input")];
    group.addEventListener("click", (event) => this.#onClick(event), { signal });
    group.addEventListener("change", () => this.#complain(""), { signal });
    listen(form, "change", (_, target) => target === select && this.#show(), signal);
    for (const name of ["found_variation", "reset_data"]) listen(form, name, () => this.#show(), signal);
    listen(form, "reload_product_variations", () => this.#read(), signal);
    listen(form, "reset_focus", () => this.#focusIfFirst(), signal);
    this.#explainEarlyPress();
    this.#read();
  }

  #read(): void {
    this.#variations = variationsIn(this.#form);
    this.#show();
  }

  /** An impossible option may have been pressed before this code was loaded. */
  #explainEarlyPress(): void {
    const isPressed = ({ checked, defaultChecked, value }: HTMLInputElement) =>
      checked && !defaultChecked && value !== this.#select.value;
    if (this.#radios.some(isPressed)) this.#complain(this.#group.dataset.impossible ?? "");
  }

  /** An option that scripts have removed from the drop-down cannot be chosen; a press says why. */
  #onClick(event: Event): void {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || isOffered(this.#select, target.value)) return;
    event.preventDefault();
    this.#complain(this.#group.dataset.impossible ?? "");
  }

  #complain(text: string): void {
    this.#form.querySelector(".variation-complaint")?.replaceChildren(text);
  }

  #show(): void {
    const { name } = this.#select;
    const values = this.#radios.map(({ value }) => value);
    const crossed = crossedOutOptions({ name, values }, this.#variations, chosenIn(this.#form));
    for (const radio of this.#radios) {
      radio.checked = radio.value === this.#select.value;
      this.#cross(radio, isOffered(this.#select, radio.value) ? crossed[radio.value] : "impossible");
    }
  }

  #cross(radio: HTMLInputElement, crossedOut: CrossedOut | undefined): void {
    const { sold_out: soldOut = "", impossible = "" } = this.#group.dataset;
    const why = crossedOut ? { soldOut, impossible }[crossedOut] : "";
    const label = radio.labels?.[0];
    if (crossedOut === "impossible") radio.setAttribute("aria-disabled", "true");
    else radio.removeAttribute("aria-disabled");
    if (!label) return;
    label.classList.toggle("is-crossed-out", Boolean(crossedOut));
    label.title = why;
    label.querySelector(".choice-button-why")?.replaceChildren(why);
  }

  /** Clearing the choice moves the focus to the first drop-down, which may be hidden behind these buttons. */
  #focusIfFirst(): void {
    if (this.#form.querySelector(".variations select") === this.#select) this.#radios[0]?.focus();
  }
}
