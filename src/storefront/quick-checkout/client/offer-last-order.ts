import { crossedOutOptions } from "#shop/catalogue/variations/choice-buttons.rules.ts";
import {
  type LastOrder,
  nameBuyer,
  readLastOrder,
  requestLastAddress,
  takeRequest,
} from "../../checkout/client/last-order.ts";
import { choiceSelects, chosenIn } from "../../product/client/variation/variation-choice.ts";
import { variationsIn } from "../../product/client/variation/variation-table.ts";

/** Offers what a guest asked to keep on this device of their last order: its options, and to buy for its address at once. */
export function offerLastOrder(content: HTMLElement): void {
  const last = readLastOrder();
  // The device may belong to somebody else than the account.
  if (!last || document.body.classList.contains("logged-in")) return;
  preselect(content, last);
  offerAddress(content, last);
}

/**
 * Chooses the options of the last order, as far as the product has them in stock with its other choices. Says which, until the
 * shopper changes one.
 */
function preselect(content: HTMLElement, last: LastOrder): void {
  const form = content.querySelector<HTMLFormElement>("form.variations_form");
  const note = content.querySelector<HTMLElement>(".last-choices");
  if (!form || !note) return;
  const variations = variationsIn(form).map((listed) => {
    const { is_in_stock, is_purchasable } = listed.get();
    return { attributes: listed.attributes, isInStock: is_in_stock && is_purchasable };
  });
  const names: string[] = [];
  for (const select of choiceSelects(form)) {
    const wanted = ownText(last.choices, select.labels[0]?.textContent.trim() ?? "");
    const option = [...select.options].find(({ text, value }) => value !== "" && text === wanted);
    if (!option || option.disabled) continue;
    const { value } = option;
    const list = { name: select.name, values: [value] };
    if (crossedOutOptions(list, variations, chosenIn(form))[value]) continue;
    names.push(option.text);
    if (select.value === value) continue;
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }
  if (names.length === 0) return;
  note.append(names.join(", "));
  note.hidden = false;
  const onChange = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) note.hidden = true;
  };
  form.addEventListener("change", onChange);
}

/** Shows the button that buys like the form's own and has the checkout fill in the last address. */
function offerAddress(content: HTMLElement, last: LastOrder): void {
  const button = content.querySelector<HTMLElement>(".last-buy");
  const buy = content.querySelector<HTMLButtonElement>("form.cart .single_add_to_cart_button");
  if (!button || !buy?.form) return;
  button.querySelector(".label")?.replaceChildren(nameBuyer(last, button.dataset));
  button.hidden = false;
  let isPressed = false;
  button.addEventListener("click", () => {
    isPressed = true;
    // Submits the form, unless an option is missing.
    buy.click();
    isPressed = false;
  });
  buy.form.addEventListener("submit", ({ defaultPrevented }) => {
    if (defaultPrevented) return;
    if (isPressed) requestLastAddress();
    // An earlier press may have been refused.
    else takeRequest();
  });
}

function ownText(texts: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
  return typeof text === "string" ? text : undefined;
}
