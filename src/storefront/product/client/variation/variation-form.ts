import { matchVariation, settledChoice } from "#shop/catalogue/variations/variations.rules.ts";
import { dispatch, listen } from "../../../client/events.ts";
import { hasHandler, isLeft, startUnlessLeft, whenOthersStarted } from "../../../client/other-scripts.ts";
import { defineWidget } from "../../../client/widget.ts";
import { guardForm, showState, type VariationState } from "./variation-buttons.ts";
import {
  choiceLists,
  choiceSelects,
  chosenIn,
  clearChoices,
  offerOptions,
  setVariationId,
  showResetLink,
  writeToAddress,
} from "./variation-choice.ts";
import { restoreDetails, showDetails } from "./variation-details.ts";
import { VariationGallery } from "./variation-gallery.ts";
import { announceReset, type Complaint, clearMessages, showNoMatch, variationText } from "./variation-messages.ts";
import { followPresses } from "./variation-presses.ts";
import { followPrice } from "./variation-price.ts";
import { freeQuantity, limitQuantity } from "./variation-quantity.ts";
import { type SummaryFields, summaryHtml, VariationSummary } from "./variation-summary.ts";
import { embeddedList, type ListedVariation, variationsIn, type WireVariation } from "./variation-table.ts";

const firstCheckDelayMs = 100;
const summaryDelayMs = 300;
/** Browsers limit how often an address may change. */
const addressDelayMs = 300;

/** Defines `<shop-variations>`, which is in the form of each variable product. Removing it leaves the form as without scripts. */
export function defineVariationForms(): void {
  defineWidget("shop-variations", (element, signal) => {
    const form = element.closest("form");
    if (!form) return;
    const product = form.closest(".product, .qcfw-checkout-product-modal") ?? document.body;
    followPrice(form, product, signal);
    followPresses(form, signal);
    startUnlessLeft("variations", signal, (signal) => new VariationForm(form, product, signal));
    whenOthersStarted(() => startOriginal(form));
  });
}

/** Starts the original script for a form that was inserted after it had started those of the page, in a ready callback. */
function startOriginal(form: HTMLFormElement): void {
  const { jQuery } = window;
  if (!jQuery || !isLeft("variations")) return;
  jQuery(() => {
    if (!hasHandler(jQuery, form, "check_variations")) jQuery(form).wc_variation_form?.();
  });
}

/**
 * Matches the choice in a variable product's form with its variations and updates the form and the page, with the events and
 * timings of the protocol (wire notes 4.3).
 */
class VariationForm {
  readonly #form: HTMLFormElement;
  readonly #product: Element;
  readonly #lists: ReturnType<typeof choiceLists>;
  #variations: readonly ListedVariation[] = [];
  readonly #summary: VariationSummary;
  readonly #gallery: VariationGallery;
  #state: VariationState = "unchecked";
  #isFirst = true;
  #hasMatch = false;
  /** Has its own timer: a choice made before the first check must not cancel it. */
  #firstCheckTimer: ReturnType<typeof setTimeout> | undefined;
  #summaryTimer: ReturnType<typeof setTimeout> | undefined;
  #addressTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(form: HTMLFormElement, product: Element, signal: AbortSignal) {
    this.#form = form;
    this.#product = product;
    this.#lists = choiceLists(form);
    this.#summary = new VariationSummary(this.#summaryElement());
    this.#gallery = new VariationGallery(this.#product, form);
    signal.addEventListener("abort", () => this.#stop());
    this.#start(signal);
  }

  /** Restores the form as without scripts: all options, no variation, buttons that submit the choice. */
  #stop(): void {
    for (const timer of [this.#firstCheckTimer, this.#summaryTimer, this.#addressTimer]) clearTimeout(timer);
    offerOptions(this.#lists, null);
    setVariationId(this.#form, 0);
    showState(this.#form, "unchecked");
    clearMessages(this.#form);
    this.#summary.restore();
  }

  #start(signal: AbortSignal): void {
    const form = this.#form;
    this.#variations = variationsIn(form);
    listen(form, "change", (_, target) => target instanceof HTMLSelectElement && this.#onChange(target), signal);
    listen(form, "check_variations", () => this.#check(), signal);
    listen(form, "reload_product_variations", () => this.#reload(), signal);
    guardForm({ form, complaint: () => this.#complaint(), reset: () => this.#reset() }, signal);
    this.#firstCheckTimer = setTimeout(() => {
      dispatch(form, "check_variations");
      this.#isFirst = false;
      dispatch(form, "wc_variation_form");
    }, firstCheckDelayMs);
  }

  #show(fields: SummaryFields | null, state: VariationState): void {
    this.#state = state;
    showState(this.#form, state);
    this.#summary.show(summaryHtml(fields, variationText("unavailable")));
  }

  #reload(): void {
    this.#variations = variationsIn(this.#form);
    this.#check();
  }

  #onChange(select: HTMLSelectElement): void {
    if (!choiceSelects(this.#form).includes(select)) return;
    this.#isFirst = false;
    setVariationId(this.#form, 0);
    clearMessages(this.#form);
    dispatch(this.#form, "clear_reset_announcement");
    // Only with an embedded list. Source: wire notes 4.3.
    if (embeddedList(this.#form)) dispatch(this.#form, "woocommerce_variation_select_change");
    dispatch(this.#form, "check_variations");
    dispatch(this.#form, "woocommerce_variation_has_changed");
  }

  #check(): void {
    const lists = this.#lists;
    const variations = this.#variations;
    // Clearing dispatches a change, which leads to another check.
    const { choice, offered } = settledChoice(lists, variations, chosenIn(this.#form));
    if (clearChoices(this.#form, choice)) return;
    const chosen = chosenIn(this.#form);
    const values = Object.values(chosen);
    dispatch(this.#form, "update_variation_values");
    offerOptions(lists, offered);
    showResetLink(this.#form, values.some(Boolean));
    dispatch(this.#form, "woocommerce_update_variation_values");
    if (!this.#isFirst) this.#writeToAddress();
    if (!values.every(Boolean)) return this.#clear();
    const match = matchVariation(variations, chosen);
    if (match) return this.#select(match.get());
    this.#clear();
    if (!this.#isFirst) showNoMatch(this.#form);
  }

  #writeToAddress(): void {
    clearTimeout(this.#addressTimer);
    this.#addressTimer = setTimeout(() => writeToAddress(this.#form), addressDelayMs);
  }

  #select(variation: WireVariation): void {
    clearTimeout(this.#summaryTimer);
    showDetails(this.#product, variation);
    this.#gallery.show(variation, { isFirst: this.#isFirst });
    limitQuantity(this.#form, variation);
    setVariationId(this.#form, variation.variation_id);
    this.#hasMatch = true;
    dispatch(this.#form, "found_variation", [variation]);
    this.#summaryTimer = setTimeout(() => this.#showSummary(variation), summaryDelayMs);
  }

  #showSummary(variation: WireVariation): void {
    const isBuyable = variation.is_purchasable && variation.is_in_stock && variation.variation_is_visible;
    this.#show(variation, isBuyable ? "enabled" : "unavailable");
    dispatch(this.#summaryElement(), "show_variation", [variation, isBuyable]);
  }

  /** Shows the product's own details: no variation is chosen. */
  #clear(): void {
    clearTimeout(this.#summaryTimer);
    restoreDetails(this.#product);
    this.#gallery.restore();
    freeQuantity(this.#form);
    setVariationId(this.#form, 0);
    this.#hasMatch = false;
    this.#show(null, "selection-needed");
    dispatch(this.#form, "reset_data");
    dispatch(this.#form, "reset_image");
    dispatch(this.#summaryElement(), "hide_variation");
  }

  #summaryElement(): HTMLElement {
    return this.#form.querySelector<HTMLElement>(".single_variation") ?? this.#form;
  }

  #reset(): void {
    clearChoices(this.#form, {});
    announceReset(this.#form);
    dispatch(this.#form, "announce_reset");
    choiceSelects(this.#form)[0]?.focus();
    dispatch(this.#form, "reset_focus");
  }

  /** A matching choice may be submitted before its summary is shown, and a complete one before the first check. */
  #complaint(): Complaint | undefined {
    if (this.#state === "enabled") return undefined;
    if (this.#state === "unavailable") return "unavailable";
    const chosen = Object.values(chosenIn(this.#form));
    const isAccepted = this.#hasMatch || (this.#state === "unchecked" && chosen.every(Boolean));
    return isAccepted ? undefined : "make_a_selection";
  }
}
