import { showPlaceFields } from "../../address/client/calculator-country.ts";

/** What a change of the cart changes on the checkout page. The address that is being typed stays as it is. */
const checkoutParts = [".checkout-cart", "#order_review"];

/**
 * Takes the parts from a newer copy of the page. The focus stays where it was, the folds as they were opened, and what was
 * chosen or typed since `sent` as it was chosen or typed.
 */
export function replaceParts(page: Document, sent: URLSearchParams, parts: readonly string[] = checkoutParts): void {
  for (const selector of parts) {
    const old = document.querySelector<HTMLElement>(selector);
    const fresh = page.querySelector<HTMLElement>(selector);
    if (!old || !fresh) continue;
    const refocus = focusKeeper(old);
    keepState(old, fresh, sent);
    old.replaceWith(fresh);
    refocus(fresh);
  }
}

/** Quantities, a code, and the place for which a delivery is asked. */
const typedFields = "input.qty, #coupon_code, [name^=calc_shipping_]";

/** Whether it stands otherwise than the page had it; a quantity is what is to be saved, whoever wrote it. */
function isTyped(field: HTMLInputElement | HTMLSelectElement): boolean {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.defaultSelected === false;
  return field.matches(".qty") || field.value !== field.defaultValue;
}

function keepState(old: HTMLElement, fresh: HTMLElement, sent: URLSearchParams): void {
  const folds = [...old.querySelectorAll("details")];
  for (const [place, fold] of fresh.querySelectorAll("details").entries()) fold.open = folds[place]?.open ?? false;
  for (const field of old.querySelectorAll<HTMLInputElement | HTMLSelectElement>(typedFields)) {
    const twin = field.value === sent.get(field.name) ? null : named(fresh, field.name);
    if (!twin || !isTyped(field)) continue;
    twin.value = field.value;
    // Which other fields there are depends on the country, which stands before them.
    if (twin.name === "calc_shipping_country") showPlaceFields(fresh, twin.value);
  }
  keepChoices(old, fresh, sent);
}

/** Keeps what was ticked, and each radio button that was chosen since `old` was drawn and is not what `sent` told: its own answer is on its way. */
export function keepChoices(old: HTMLElement, fresh: HTMLElement, sent: URLSearchParams): void {
  for (const choice of old.querySelectorAll<HTMLInputElement>("input[type=radio]:checked")) {
    if (choice.defaultChecked || choice.value === sent.get(choice.name)) continue;
    const twin = fresh.querySelector<HTMLInputElement>(`#${CSS.escape(choice.id)}`);
    if (twin) twin.checked = true;
  }
  for (const box of old.querySelectorAll<HTMLInputElement>("input[type=checkbox][id]")) {
    const twin = fresh.querySelector<HTMLInputElement>(`#${CSS.escape(box.id)}`);
    if (twin) twin.checked = box.checked;
  }
}

/** @returns what gives the focus to the twin of the element that has it now, if that is one inside `old` */
function focusKeeper(old: HTMLElement): (fresh: HTMLElement) => void {
  const active = document.activeElement;
  if (!active || !old.contains(active)) return () => {};
  if (active.matches(addButton)) return addButtonKeeper(old, active);
  const name = active.closest(".quantity")?.querySelector<HTMLInputElement>("input.qty")?.name;
  const control = active.matches(".minus") ? ".minus" : active.matches(".plus") ? ".plus" : "input.qty";
  return (fresh) => {
    const twin =
      name === undefined
        ? fresh.querySelector<HTMLElement>(active.id ? `#${CSS.escape(active.id)}` : "summary")
        : named(fresh, name)?.closest(".quantity")?.querySelector<HTMLElement>(control);
    // A line that is gone leaves the focus to its neighbours.
    (twin ?? fresh.querySelector<HTMLElement>("input.qty"))?.focus({ preventScroll: true });
  };
}

const addButton = "a.add_to_cart_button";

/** What was added may be offered no more: the focus goes to the button that stands in its place, else to the line of it. */
function addButtonKeeper(old: HTMLElement, active: Element): (fresh: HTMLElement) => void {
  const place = [...old.querySelectorAll(addButton)].indexOf(active);
  return (fresh) => {
    const buttons = [...fresh.querySelectorAll<HTMLElement>(addButton)];
    const same = buttons.find((button) => button.dataset.product_id === (active as HTMLElement).dataset.product_id);
    const line = fresh.querySelector<HTMLElement>(".cart_item:last-child a");
    (same ?? buttons[place] ?? buttons.at(-1) ?? line)?.focus({ preventScroll: true });
  };
}

function named(within: Element, name: string): HTMLInputElement | HTMLSelectElement | null {
  return within.querySelector(`:is(input, select)[name="${CSS.escape(name)}"]`);
}
