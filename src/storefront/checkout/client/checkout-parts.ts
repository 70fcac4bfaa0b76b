import { showPlaceFields } from "../../address/client/calculator-country.ts";
import { isFoldOpen, setFold } from "../../client/fold.ts";

/** The parts of the checkout page that depend on the cart. */
const checkoutParts = [".checkout-cart", "#order_review"] as const;

/**
 * Replaces parts with those of a newer copy of the page. Keeps the focus, open folds, and what was entered or chosen since the
 * request with the fields `sent`.
 */
export function replaceParts(page: Document, sent: URLSearchParams, parts: readonly string[] = checkoutParts): void {
  for (const selector of parts) {
    const old = document.querySelector<HTMLElement>(selector);
    const updated = page.querySelector<HTMLElement>(selector);
    if (!old || !updated) continue;
    releaseFields(updated);
    const refocus = focusKeeper(old);
    keepState(old, updated, sent);
    old.replaceWith(updated);
    refocus(updated);
  }
}

/**
 * Moves quantities and coupon from the checkout's form, which they belong to without scripts, to the forms around them, which a
 * script sends.
 */
export function releaseFields(within: ParentNode): void {
  for (const field of within.querySelectorAll("input.qty, #coupon_code, #apply_coupon")) field.removeAttribute("form");
}

const inputSelector = "input.qty, #coupon_code, [name^=calc_shipping_]";

/** Tells whether a field differs from what the server rendered. Quantities always count: scripts may set their default. */
function isEdited(field: HTMLInputElement | HTMLSelectElement): boolean {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.defaultSelected === false;
  return field.matches(".qty") || field.value !== field.defaultValue;
}

function keepState(old: HTMLElement, updated: HTMLElement, sent: URLSearchParams): void {
  const folds = [...old.querySelectorAll("details")];
  for (const [place, fold] of updated.querySelectorAll("details").entries()) fold.open = folds[place]?.open ?? false;
  for (const fold of old.querySelectorAll<HTMLElement>(".fold")) {
    const match = updated.querySelector<HTMLElement>(`#${CSS.escape(fold.id)}`);
    if (match) setFold(match, isFoldOpen(fold));
  }
  for (const field of old.querySelectorAll<HTMLInputElement | HTMLSelectElement>(inputSelector)) {
    const match = field.value === sent.get(field.name) ? null : named(updated, field.name);
    if (!match || !isEdited(field)) continue;
    match.value = field.value;
    // The country comes first and determines which other fields exist.
    if (match.name === "calc_shipping_country") showPlaceFields(updated, match.value);
  }
  keepChoices(old, updated, sent);
}

/** Keeps checkboxes, and radio buttons chosen since the request with the fields `sent`: their own answer is under way. */
export function keepChoices(old: HTMLElement, updated: HTMLElement, sent: URLSearchParams): void {
  for (const choice of old.querySelectorAll<HTMLInputElement>("input[type=radio]:checked")) {
    if (choice.defaultChecked || choice.value === sent.get(choice.name)) continue;
    const match = updated.querySelector<HTMLInputElement>(`#${CSS.escape(choice.id)}`);
    if (match) match.checked = true;
  }
  for (const box of old.querySelectorAll<HTMLInputElement>("input[type=checkbox][id]")) {
    const match = updated.querySelector<HTMLInputElement>(`#${CSS.escape(box.id)}`);
    if (match) match.checked = box.checked;
  }
}

/** Returns a function that moves the focus to the replacement of the element in `old` that has it now, if any. */
function focusKeeper(old: HTMLElement): (updated: HTMLElement) => void {
  const active = document.activeElement;
  if (!active || !old.contains(active)) return () => {};
  if (active.matches(addButton)) return addButtonKeeper(old, active);
  const name = active.closest(".quantity")?.querySelector<HTMLInputElement>("input.qty")?.name;
  const control = active.matches(".minus") ? ".minus" : active.matches(".plus") ? ".plus" : "input.qty";
  return (updated) => {
    const match =
      name === undefined
        ? updated.querySelector<HTMLElement>(active.id ? `#${CSS.escape(active.id)}` : "summary")
        : named(updated, name)?.closest(".quantity")?.querySelector<HTMLElement>(control);
    // If the line is gone, the first one gets the focus.
    (match ?? updated.querySelector<HTMLElement>("input.qty"))?.focus({ preventScroll: true });
  };
}

const addButton = "a.add_to_cart_button";

/** Keeps the focus on an add button. If its product is no longer offered, on the button in its place, or on the added line. */
function addButtonKeeper(old: HTMLElement, active: Element): (updated: HTMLElement) => void {
  const place = [...old.querySelectorAll(addButton)].indexOf(active);
  return (updated) => {
    const buttons = [...updated.querySelectorAll<HTMLElement>(addButton)];
    const same = buttons.find((button) => button.dataset.product_id === (active as HTMLElement).dataset.product_id);
    const line = updated.querySelector<HTMLElement>(".cart_item:last-child a");
    (same ?? buttons[place] ?? buttons.at(-1) ?? line)?.focus({ preventScroll: true });
  };
}

function named(within: Element, name: string): HTMLInputElement | HTMLSelectElement | null {
  return within.querySelector(`:is(input, select)[name="${CSS.escape(name)}"]`);
}
