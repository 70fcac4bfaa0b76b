import { matchVariation } from "#shop/cart/variation-choice.rules.ts";
import { type OfferedOptions, offeredOptions, settledChoice } from "#shop/catalogue/variation-options.rules.ts";
import { dispatch, listen } from "./events.ts";
import { choiceSelects, chosenIn, clearChoices, setVariationId } from "./variation-choice.ts";
import { restoreDetails, showDetails } from "./variation-details.ts";
import { restoreImage, showImage } from "./variation-gallery.ts";
import { guardForm } from "./variation-guard.ts";
import { freeQuantity, limitQuantity } from "./variation-quantity.ts";
import type { WireVariation } from "./variation-table.ts";

const firstCheckAfter = 100;
const detailsAfter = 300;

/** What the form shows of the chosen variation. */
export type ShownFields = Pick<
  WireVariation,
  "variation_is_visible" | "variation_description" | "price_html" | "availability_html"
>;

/** What the form shows of a choice. */
export interface VariationView {
  /** null: all of them. */
  options: OfferedOptions | null;
  isAnyChosen: boolean;
  shown: ShownFields | null;
  /** Whether the buttons buy: "asleep" until the first check, as without scripts. */
  state: "asleep" | "selection-needed" | "unavailable" | "enabled";
  hasNoMatch: boolean;
  /** Said after a press on a button that does not buy yet. */
  complaint: "" | "selection-needed" | "unavailable";
  isResetAnnounced: boolean;
}

export interface VariationFormParts {
  form: HTMLFormElement;
  /** Names (attribute_{slug}) and values, in order. */
  lists: readonly { name: string; values: readonly string[] }[];
  /** Read anew when a script says that they have changed. */
  variationsOf: () => readonly WireVariation[];
  /** What the quantity field allows while nothing is chosen. */
  limits: { min: number; max: number | null };
  /** Puts a part of the view on the page before it returns. */
  show: (part: Partial<VariationView>) => void;
}

/**
 * Works the form of a variable product: choice, match, and what follows from it in the form and around it, with the events
 * and timings of the protocol (wire notes 4.3). What the form itself looks like is left to `show`.
 * @returns what ends it.
 */
export function startVariationForm(parts: VariationFormParts): () => void {
  const form = new VariationForm(parts);
  form.start();
  return () => form.stop();
}

class VariationForm {
  readonly #parts: VariationFormParts;
  readonly #form: HTMLFormElement;
  readonly #product: Element;
  readonly #end = new AbortController();
  #variations: readonly WireVariation[] = [];
  #state: VariationView["state"] = "asleep";
  #isFirst = true;
  #hasMatch = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: VariationFormParts) {
    this.#parts = parts;
    this.#form = parts.form;
    this.#product = parts.form.closest(".product") ?? document.body;
  }

  start(): void {
    const form = this.#form;
    const { signal } = this.#end;
    this.#variations = this.#parts.variationsOf();
    const onChange = (at: EventTarget) => at instanceof HTMLSelectElement && this.#onChange(at);
    listen(form, "change", (_, at) => onChange(at), signal);
    listen(form, "check_variations", () => this.#check(), signal);
    listen(form, "reload_product_variations", () => this.#reload(), signal);
    const complain = (complaint: VariationView["complaint"]) => this.#show({ complaint });
    guardForm({ form, obstacle: () => this.#obstacle(), complain, reset: () => this.#reset() }, signal);
    this.#timer = setTimeout(() => {
      dispatch(form, "check_variations");
      this.#isFirst = false;
      dispatch(form, "wc_variation_form");
    }, firstCheckAfter);
  }

  stop(): void {
    this.#end.abort();
    clearTimeout(this.#timer);
  }

  #show(part: Partial<VariationView>): void {
    if (part.state) this.#state = part.state;
    this.#parts.show(part);
  }

  #reload(): void {
    this.#variations = this.#parts.variationsOf();
    this.#check();
  }

  #onChange(select: HTMLSelectElement): void {
    if (!choiceSelects(this.#form).includes(select)) return;
    setVariationId(this.#form, 0);
    this.#show({ hasNoMatch: false, complaint: "", isResetAnnounced: false });
    dispatch(this.#form, "clear_reset_announcement");
    dispatch(this.#form, "woocommerce_variation_select_change");
    dispatch(this.#form, "check_variations");
    dispatch(this.#form, "woocommerce_variation_has_changed");
  }

  #check(): void {
    const { lists } = this.#parts;
    const offered = this.#variations.map((variation) => ({
      attributes: variation.attributes,
      isActive: variation.variation_is_active,
    }));
    // The change that clearing raises leads to another check.
    if (clearChoices(this.#form, settledChoice(lists, offered, chosenIn(this.#form)))) return;
    const chosen = chosenIn(this.#form);
    const values = Object.values(chosen);
    dispatch(this.#form, "update_variation_values", [this.#variations]);
    this.#show({ options: offeredOptions(lists, offered, chosen), isAnyChosen: values.some(Boolean) });
    dispatch(this.#form, "woocommerce_update_variation_values");
    if (!values.every(Boolean)) return this.#forget();
    const match = matchVariation(this.#variations, chosen);
    if (match) return this.#found(match);
    this.#forget();
    if (!this.#isFirst) this.#show({ hasNoMatch: true });
  }

  #found(variation: WireVariation): void {
    clearTimeout(this.#timer);
    showDetails(this.#product, variation);
    showImage(this.#product, this.#form, variation);
    limitQuantity(this.#form, variation);
    setVariationId(this.#form, variation.variation_id);
    this.#hasMatch = true;
    dispatch(this.#form, "found_variation", [variation]);
    this.#timer = setTimeout(() => this.#showFound(variation), detailsAfter);
  }

  #showFound(variation: WireVariation): void {
    const isBuyable = variation.is_purchasable && variation.is_in_stock && variation.variation_is_visible;
    this.#show({ shown: variation, state: isBuyable ? "enabled" : "unavailable" });
    dispatch(this.#single(), "show_variation", [variation, isBuyable]);
  }

  /** Nothing is chosen: everything around the form is the product's own again. */
  #forget(): void {
    clearTimeout(this.#timer);
    restoreDetails(this.#product);
    restoreImage(this.#product, this.#form);
    freeQuantity(this.#form, this.#parts.limits);
    setVariationId(this.#form, 0);
    this.#hasMatch = false;
    this.#show({ shown: null, state: "selection-needed" });
    dispatch(this.#form, "reset_data");
    dispatch(this.#form, "reset_image");
    dispatch(this.#single(), "hide_variation");
  }

  #single(): Element {
    return this.#form.querySelector(".single_variation") ?? this.#form;
  }

  #reset(): void {
    clearChoices(this.#form, {});
    this.#show({ isResetAnnounced: true });
    dispatch(this.#form, "announce_reset");
    choiceSelects(this.#form)[0]?.focus();
    dispatch(this.#form, "reset_focus");
  }

  /** A match may be sent before its details are shown, and a complete choice before it was looked at. */
  #obstacle(): VariationView["complaint"] {
    if (this.#state === "enabled") return "";
    if (this.#state === "unavailable") return "unavailable";
    const chosen = Object.values(chosenIn(this.#form));
    return this.#hasMatch || (this.#state === "asleep" && chosen.every(Boolean)) ? "" : "selection-needed";
  }
}
