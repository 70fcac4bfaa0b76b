import { crossedOutOptions } from "#shop/catalogue/choice-buttons.rules.ts";
import { readLastOrder } from "../../checkout/client/last-order.ts";
import { choiceSelects, chosenIn } from "../../product/client/variation/variation-choice.ts";
import { variationsIn } from "../../product/client/variation/variation-table.ts";

/**
 * Chooses the options that a guest ordered last and asked to keep on this device, as far as the product has them in stock with
 * its other choices. Says which, until the shopper changes one.
 */
export function preselectLastChoices(content: HTMLElement): void {
  const form = content.querySelector<HTMLFormElement>("form.variations_form");
  const note = content.querySelector<HTMLElement>(".last-choices");
  const last = readLastOrder();
  // The device may belong to somebody else than the account.
  if (!form || !note || !last || document.body.classList.contains("logged-in")) return;
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

function ownText(texts: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
  return typeof text === "string" ? text : undefined;
}
