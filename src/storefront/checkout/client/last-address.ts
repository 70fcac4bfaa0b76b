import { showAllFields } from "../../address/client/address-countries.ts";
import { dispatch } from "../../client/events.ts";
import { type Control, isControl, setValue } from "../../client/forms/form-controls.ts";
import { forgetLastOrder, type LastOrder, nameBuyer, readLastOrder, takeRequest } from "./last-order.ts";

interface Offer {
  form: HTMLFormElement;
  /** Called once the fields are filled in. */
  onUse: () => void;
  signal: AbortSignal;
}

/**
 * Offers the last address to a guest whose form is still empty, or fills it in if the quick checkout was asked to. Somebody else
 * on the device sees a first name and a city only.
 */
export function offerLastAddress({ form, onUse, signal }: Offer): void {
  const isRequested = takeRequest();
  const place = form.querySelector<HTMLElement>(".checkout-last");
  const last = readLastOrder();
  if (!place || !last || form.querySelector<HTMLInputElement>("#billing_first_name")?.value !== "") return;
  const [use, forget] = place.querySelectorAll("button");
  const words = place.querySelector("p");
  if (words) words.textContent = nameBuyer(last, place.dataset);
  place.hidden = false;
  const onClick = () => {
    place.hidden = true;
    fillIn(form, last);
    onUse();
    dispatch(document.body, "update_checkout");
    form.querySelector<HTMLElement>("#place_order")?.focus({ preventScroll: true });
  };
  const onForget = () => {
    place.hidden = true;
    forgetLastOrder();
    form.querySelector<HTMLElement>("#billing_first_name")?.focus();
  };
  use?.addEventListener("click", onClick, { signal });
  forget?.addEventListener("click", onForget, { signal });
  if (isRequested) onClick();
}

function fillIn(form: HTMLFormElement, { fields }: LastOrder): void {
  const controls = () => [...form.querySelectorAll("#customer_details [name^=billing_]")].filter(isControl);
  const fill = (control: Control) => {
    const value = Object.hasOwn(fields, control.name) ? fields[control.name] : undefined;
    if (value !== undefined) setValue(control, value);
  };
  controls()
    .filter(({ name }) => name === "billing_country")
    .forEach(fill);
  // The country determines which other fields exist.
  showAllFields(form);
  controls().forEach(fill);
}
