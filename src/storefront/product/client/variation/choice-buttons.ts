import { type CrossedOut, crossedOutOptions } from "#shop/catalogue/choice-buttons.rules.ts";
import { listen } from "../../../client/events.ts";
import { defineWidget } from "../../../client/widget.ts";
import { chosenIn } from "./variation-choice.ts";
import {
  type ListedVariation,
  readEmbedded,
  readTable,
  type VariationTable,
  type WireVariation,
} from "./variation-table.ts";

/**
 * Defines `<shop-choice-buttons>`, radio buttons that set an attribute's drop-down. The drop-down stays the only state: any
 * variation script reads, filters and clears it, and the buttons follow.
 */
export function defineChoiceButtons(): void {
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

  constructor(form: HTMLFormElement, select: HTMLSelectElement, group: HTMLElement, signal: AbortSignal) {
    this.#form = form;
    this.#select = select;
    this.#group = group;
    this.#radios = [...group.querySelectorAll("input")];
    // Pressed before this code was loaded.
    const pressed = this.#radios.find(({ checked, defaultChecked }) => checked && !defaultChecked);
    group.addEventListener("click", (event) => this.#onClick(event), { signal });
    group.addEventListener("change", (event) => this.#onChange(event), { signal });
    listen(form, "change", (_, target) => target === select && this.#show(), signal);
    for (const name of ["found_variation", "reset_data"]) listen(form, name, () => this.#show(), signal);
    listen(form, "reset_focus", () => this.#focusIfFirst(), signal);
    if (pressed && this.#isOffered(pressed.value)) this.#choose(pressed.value);
    this.#show();
  }

  /** An option that scripts have removed from the drop-down cannot be chosen; a press says why. */
  #onClick(event: Event): void {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || this.#isOffered(target.value)) return;
    event.preventDefault();
    this.#complain(this.#group.dataset.impossible ?? "");
  }

  #onChange(event: Event): void {
    event.stopPropagation();
    this.#complain("");
    this.#choose((event.target as HTMLInputElement).value);
  }

  #choose(value: string): void {
    this.#select.value = value;
    this.#select.dispatchEvent(new Event("change", { bubbles: true }));
  }

  #isOffered(value: string): boolean {
    return [...this.#select.options].some((option) => option.value === value && !option.disabled);
  }

  #complain(text: string): void {
    this.#form.querySelector(".variation-complaint")?.replaceChildren(text);
  }

  #show(): void {
    const { name } = this.#select;
    const values = this.#radios.map(({ value }) => value);
    const stocked = this.#variations().map((listed) => ({
      attributes: listed.attributes,
      isInStock: listed.get().is_in_stock,
    }));
    const crossed = crossedOutOptions({ name, values }, stocked, chosenIn(this.#form));
    for (const radio of this.#radios) {
      radio.checked = radio.value === this.#select.value;
      this.#cross(radio, this.#isOffered(radio.value) ? crossed[radio.value] : "impossible");
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

  /** Scripts may have changed the list since. */
  #variations(): readonly ListedVariation[] {
    const { product_variations: embedded = "false" } = this.#form.dataset;
    if (embedded !== "false") return readEmbedded(JSON.parse(embedded) as WireVariation[]);
    const table = this.#form.querySelector("script.variation-table")?.textContent;
    return table ? readTable(JSON.parse(table) as VariationTable) : [];
  }

  /** Clearing the choice moves the focus to the first drop-down, which may be hidden behind these buttons. */
  #focusIfFirst(): void {
    if (this.#form.querySelector(".variations select") === this.#select) this.#radios[0]?.focus();
  }
}
