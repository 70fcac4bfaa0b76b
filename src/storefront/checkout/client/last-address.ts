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
  forgetAddress();
  try {
    deviceStore()?.setItem(key, JSON.stringify({ at: Date.now(), fields: Object.fromEntries(ofBuyer) }));
  } catch {
    // The storage is full: the next order starts with an empty form.
  }
}

/** Deletes the kept details if they are older than a moment (ms since 1970; default: always). */
export function forgetAddress(before = Number.POSITIVE_INFINITY): void {
  const last = storedAddress();
  if (!last || last.at < before) deviceStore()?.removeItem(key);
}

interface Offer {
  form: HTMLFormElement;
  /** Called once the fields are filled in. */
  onUse: () => void;
  signal: AbortSignal;
}

/** Offers the last address to a guest whose form is still empty. Somebody else on the device sees a first name and a city only. */
export function offerLastAddress({ form, onUse, signal }: Offer): void {
  const place = form.querySelector<HTMLElement>(".checkout-last");
  const last = readAddress();
  if (!place || !last || form.querySelector<HTMLInputElement>("#billing_first_name")?.value !== "") return;
  const { billing_first_name: name = "", billing_city: city = "" } = last.fields;
  const text = (city === "" ? place.dataset.name : place.dataset.nameAndCity) ?? "";
  const [use, forget] = place.querySelectorAll("button");
  const words = place.querySelector("p");
  // The form asks for the whole name in one field.
  const [firstName = ""] = name.trim().split(/\s+/);
  if (words) words.textContent = text.replace("%name%", () => firstName).replace("%city%", () => city);
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

/** Returns the kept details; deletes those that are too old or malformed. */
function readAddress(): LastAddress | undefined {
  forgetAddress(Date.now() - maxAgeMs);
  return storedAddress();
}

function storedAddress(): LastAddress | undefined {
  try {
    const stored = JSON.parse(deviceStore()?.getItem(key) ?? "null") as Partial<LastAddress> | null;
    const { at, fields } = stored ?? {};
    return typeof at === "number" && fields?.billing_first_name?.trim() ? { at, fields } : undefined;
  } catch {
    // Another script has written to it.
    return undefined;
  }
}

/** Returns the local storage; undefined if the browser forbids it. */
function deviceStore(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
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
