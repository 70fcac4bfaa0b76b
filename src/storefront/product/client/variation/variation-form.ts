import { matchVariation, offeredOptions, settledChoice } from "#shop/catalogue/variations.rules.ts";
import { dispatch, listen } from "../../../client/events.ts";
import { showInAddress } from "./variation-address.ts";
import { choiceSelects, chosenIn, clearChoices, setVariationId, showResetLink } from "./variation-choice.ts";
import { restoreDetails, showDetails } from "./variation-details.ts";
import { restoreImage, showImage } from "./variation-gallery.ts";
import { guardForm } from "./variation-guard.ts";
import { choiceLists, offerOptions } from "./variation-lists.ts";
import { announceReset, type Complaint, sayNoMatch, silence, variationText } from "./variation-messages.ts";
import { VariationPlace } from "./variation-place.ts";
import { freeQuantity, limitQuantity } from "./variation-quantity.ts";
import { type ShownFields, shownHtml } from "./variation-shown.ts";
import { showState, type VariationState } from "./variation-state.ts";
import {
  type ListedVariation,
  readEmbedded,
  readTable,
  type VariationTable,
  type WireVariation,
} from "./variation-table.ts";

const firstCheckAfter = 100;
const detailsAfter = 300;

/**
 * Works the form of a variable product: choice, match, and what follows from it in the form and around it, with the events
 * and timings of the protocol (wire notes 4.3).
 */
export class VariationForm {
  readonly #form: HTMLFormElement;
  readonly #product: Element;
  readonly #lists: ReturnType<typeof choiceLists>;
  readonly #end = new AbortController();
  #variations: readonly ListedVariation[] = [];
  readonly #place: VariationPlace;
  #state: VariationState = "asleep";
  #isFirst = true;
  #hasMatch = false;
  /** The first check is for itself: a choice made before it must not put it off for good. */
  #beginning: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#product = form.closest(".product, .qcfw-checkout-product-modal") ?? document.body;
    this.#lists = choiceLists(form);
    this.#place = new VariationPlace(this.#single());
    this.#start();
  }

  /** Leaves the form as without scripts: whole lists, no variation, buttons that send what is chosen. */
  stop(): void {
    this.#end.abort();
    clearTimeout(this.#beginning);
    clearTimeout(this.#timer);
    offerOptions(this.#lists, null);
    setVariationId(this.#form, 0);
    showState(this.#form, "asleep");
    silence(this.#form);
    this.#place.restore();
  }

  #start(): void {
    const form = this.#form;
    const { signal } = this.#end;
    this.#variations = this.#read();
    listen(form, "change", (_, at) => at instanceof HTMLSelectElement && this.#onChange(at), signal);
    listen(form, "check_variations", () => this.#check(), signal);
    listen(form, "reload_product_variations", () => this.#reload(), signal);
    guardForm({ form, obstacle: () => this.#obstacle(), reset: () => this.#reset() }, signal);
    this.#beginning = setTimeout(() => {
      dispatch(form, "check_variations");
      this.#isFirst = false;
      dispatch(form, "wc_variation_form");
    }, firstCheckAfter);
  }

  /** As the page embeds them for scripts of the field, or from our own table where they are too many for that. */
  #read(): readonly ListedVariation[] {
    const embedded = this.#embedded();
    if (embedded) return readEmbedded(JSON.parse(embedded) as WireVariation[]);
    const table = this.#form.querySelector("script.variation-table")?.textContent;
    return table ? readTable(JSON.parse(table) as VariationTable) : [];
  }

  /** JSON of a list, or "". */
  #embedded(): string {
    const { product_variations: json = "" } = this.#form.dataset;
    return json === "false" ? "" : json;
  }

  #show(shown: ShownFields | null, state: VariationState): void {
    this.#state = state;
    showState(this.#form, state);
    this.#place.show(shownHtml(shown, variationText("unavailable")));
  }

  #reload(): void {
    this.#variations = this.#read();
    this.#check();
  }

  #onChange(select: HTMLSelectElement): void {
    if (!choiceSelects(this.#form).includes(select)) return;
    this.#isFirst = false;
    setVariationId(this.#form, 0);
    silence(this.#form);
    dispatch(this.#form, "clear_reset_announcement");
    // Source: wire notes 4.3: only where the list is embedded.
    if (this.#embedded()) dispatch(this.#form, "woocommerce_variation_select_change");
    dispatch(this.#form, "check_variations");
    dispatch(this.#form, "woocommerce_variation_has_changed");
  }

  #check(): void {
    const lists = this.#lists;
    const variations = this.#variations;
    // The change that clearing raises leads to another check.
    if (clearChoices(this.#form, settledChoice(lists, variations, chosenIn(this.#form)))) return;
    const chosen = chosenIn(this.#form);
    const values = Object.values(chosen);
    dispatch(this.#form, "update_variation_values");
    offerOptions(lists, offeredOptions(lists, variations, chosen));
    showResetLink(this.#form, values.some(Boolean));
    dispatch(this.#form, "woocommerce_update_variation_values");
    if (!this.#isFirst) showInAddress(this.#form);
    if (!values.every(Boolean)) return this.#forget();
    const match = matchVariation(variations, chosen);
    if (match) return this.#found(match.get());
    this.#forget();
    if (!this.#isFirst) sayNoMatch(this.#form);
  }

  #found(variation: WireVariation): void {
    clearTimeout(this.#timer);
    showDetails(this.#product, variation);
    showImage(this.#product, this.#form, variation, { isFirst: this.#isFirst });
    limitQuantity(this.#form, variation);
    setVariationId(this.#form, variation.variation_id);
    this.#hasMatch = true;
    dispatch(this.#form, "found_variation", [variation]);
    this.#timer = setTimeout(() => this.#showFound(variation), detailsAfter);
  }

  #showFound(variation: WireVariation): void {
    const isBuyable = variation.is_purchasable && variation.is_in_stock && variation.variation_is_visible;
    this.#show(variation, isBuyable ? "enabled" : "unavailable");
    dispatch(this.#single(), "show_variation", [variation, isBuyable]);
  }

  /** Nothing is chosen: everything around the form is the product's own again. */
  #forget(): void {
    clearTimeout(this.#timer);
    restoreDetails(this.#product);
    restoreImage(this.#product, this.#form);
    freeQuantity(this.#form);
    setVariationId(this.#form, 0);
    this.#hasMatch = false;
    this.#show(null, "selection-needed");
    dispatch(this.#form, "reset_data");
    dispatch(this.#form, "reset_image");
    dispatch(this.#single(), "hide_variation");
  }

  #single(): HTMLElement {
    return this.#form.querySelector<HTMLElement>(".single_variation") ?? this.#form;
  }

  #reset(): void {
    clearChoices(this.#form, {});
    announceReset(this.#form);
    dispatch(this.#form, "announce_reset");
    choiceSelects(this.#form)[0]?.focus();
    dispatch(this.#form, "reset_focus");
  }

  /** A match may be sent before its details are shown, and a complete choice before it was looked at. */
  #obstacle(): Complaint | undefined {
    if (this.#state === "enabled") return undefined;
    if (this.#state === "unavailable") return "unavailable";
    const chosen = Object.values(chosenIn(this.#form));
    const isUnderWay = this.#hasMatch || (this.#state === "asleep" && chosen.every(Boolean));
    return isUnderWay ? undefined : "make_a_selection";
  }
}
