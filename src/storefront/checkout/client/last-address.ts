import { showAllFields } from "../../address/client/address-countries.ts";
import { dispatch } from "../../client/events.ts";
import { type Control, isControl, setValue } from "../../client/forms/form-controls.ts";

const key = "chowk_address";

const maxAgeMs = 180 * 24 * 3_600_000;

/** The buyer's details of the last order from this device, by field. Stored only if the buyer asked for it. */
interface LastAddress {
  at: number;
  fields: Record<string, string>;
}

/** Keeps the buyer's details of an order for the next one on this device. */
export function keepAddress(fields: Readonly<Record<string, string>>): void {
  const ofBuyer = Object.entries(fields).filter(([name]) => name.startsWith("billing_"));
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), fields: Object.fromEntries(ofBuyer) }));
  } catch {
    // The storage is full: the older address stays.
  }
}

/** Deletes the kept details. */
export function forgetAddress(): void {
  localStorage.removeItem(key);
}

interface Offer {
  form: HTMLFormElement;
  /** Called once the fields are filled in. */
  onUse: () => void;
  signal: AbortSignal;
}

/** Offers the last address to a guest whose form is still empty. Somebody else on the same device sees a name and a city only. */
export function offerLastAddress({ form, onUse, signal }: Offer): void {
  const place = form.querySelector<HTMLElement>(".checkout-last");
  const last = readAddress();
  if (!place || !last || form.querySelector<HTMLInputElement>("#billing_first_name")?.value !== "") return;
  const { billing_first_name: name = "", billing_city: city = "" } = last.fields;
  const text = (city === "" ? place.dataset.name : place.dataset.nameAndCity) ?? "";
  const [use, forget] = place.querySelectorAll("button");
  const words = place.querySelector("p");
  if (words) words.textContent = text.replace("%name%", () => name).replace("%city%", () => city);
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
    forgetAddress();
    form.querySelector<HTMLElement>("#billing_first_name")?.focus();
  };
  use?.addEventListener("click", onClick, { signal });
  forget?.addEventListener("click", onForget, { signal });
}

function readAddress(): LastAddress | undefined {
  try {
    const last = JSON.parse(localStorage.getItem(key) ?? "null") as LastAddress | null;
    const isYoung = last !== null && last.at > Date.now() - maxAgeMs;
    return isYoung && typeof last.fields === "object" && last.fields.billing_first_name ? last : undefined;
  } catch {
    // The browser forbids storage, or another script has written to it.
    return undefined;
  }
}

function fillIn(form: HTMLFormElement, { fields }: LastAddress): void {
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
