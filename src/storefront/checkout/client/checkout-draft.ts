import { showAllFields } from "../../address/client/address-countries.ts";
import { dispatch } from "../../client/events.ts";
import { type Control, initialValue, isControl, setValue, valueOf } from "../../client/forms/form-controls.ts";
import { offerLastAddress } from "./last-address.ts";
import { forgetLastOrder, keepLastOrder, type LastChoices } from "./last-order.ts";

const key = "chowk_checkout";

const maxAgeMs = 30 * 24 * 3_600_000;

/** The draft is saved this long after the last key. */
const typingDelayMs = 300;

/** An order submitted without scripts may take this long; the draft is saved once more when the page is left. */
const maxSubmitMs = 60_000;

/** How many earlier values are kept for each field. */
const maxSeen = 12;

const billingPlace = /^billing_(?:country|state|city|postcode)$/;

/** A field's value, and the values that it had before. If the server renders any other value, that one is newer. */
interface DraftField {
  value: string;
  seen: string[];
}

interface Draft {
  /** The account that the page was rendered for; "" for a guest. */
  owner: string;
  /** When it was saved, in ms since the epoch. */
  at: number;
  fields: Record<string, DraftField>;
  /** The options of the products in the cart. */
  choices?: LastChoices;
}

/** Keeps what is entered at the checkout across reloads, back navigation and crashes; on request longer on this device. */
export function startCheckoutDraft(form: HTMLFormElement, signal: AbortSignal): void {
  const owner = form.querySelector<HTMLInputElement>("[name=chowk_account]")?.value ?? "";
  const stored = read(owner);
  const draft = stored ?? { owner, at: 0, fields: {} };
  if (stored) restore(form, stored);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    update(form, draft);
  };
  const saveSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, typingDelayMs);
  };
  const onPageHide = () => {
    // Placing an order deletes the draft.
    if (timer !== undefined && !form.matches(".processing")) save();
  };
  form.addEventListener("input", saveSoon, { signal });
  form.addEventListener("change", save, { signal });
  window.addEventListener("pagehide", onPageHide, { signal });
  startRemembering({ form, draft, save, signal });
}

/** Deletes the drafts of an order that has just been placed, and settles which address is offered for the next one. */
export function finishDraft(): void {
  settle(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
}

/** The same for an order placed `secondsAgo`, by the server's clock. */
export function forgetOrdered(secondsAgo: number): void {
  const orderedAt = Date.now() - secondsAgo * 1000;
  settle(orderedAt + maxSubmitMs, orderedAt - maxSubmitMs);
}

/**
 * Deletes drafts up to `latestDraft`. A guest's draft on the device, which they asked for, becomes the address offered for the
 * next order. After any other order, an address kept before `oldestAddress` is deleted: it may be another person's.
 */
function settle(latestDraft: number, oldestAddress: number): void {
  const [, onDevice] = stores().map((store) => {
    const draft = parse(store.getItem(key));
    if (!draft || draft.at > latestDraft) return undefined;
    store.removeItem(key);
    return draft;
  });
  if (onDevice?.owner === "" && isGuest()) keepLastOrder(valuesOf(onDevice), chosenInCart() ?? onDevice.choices ?? {});
  else forgetLastOrder(oldestAddress);
}

function isGuest(): boolean {
  return !document.body.classList.contains("logged-in");
}

function valuesOf({ fields }: Draft): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
}

/** Deletes everything that is stored about the buyer. */
function forgetAll(): void {
  for (const store of stores()) store.removeItem(key);
  forgetLastOrder();
}

/** Returns session and local storage, as far as the browser allows them. */
function stores(): Storage[] {
  const open = [() => window.sessionStorage, () => window.localStorage];
  return open.flatMap((store) => {
    try {
      return [store()];
    } catch {
      return [];
    }
  });
}

function read(owner: string): Draft | undefined {
  const drafts = stores().flatMap((store) => {
    const draft = parse(store.getItem(key));
    return draft && draft.owner === owner && draft.at > Date.now() - maxAgeMs ? [draft] : [];
  });
  return drafts.sort((one, other) => other.at - one.at)[0];
}

function parse(text: string | null): Draft | undefined {
  try {
    const draft = JSON.parse(text ?? "null") as Draft | null;
    return draft && typeof draft.fields === "object" ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the controls of the buyer's details, without secrets. */
function controlsOf(form: HTMLFormElement): Control[] {
  const all = form.querySelectorAll("#customer_details :is(input, select, textarea)[name]");
  return [...all].filter(isControl).filter((control) => {
    const isSecret = /card|cvc|cvv|iban|passw/i.test(control.name) || /^cc-|password/.test(control.autocomplete);
    return !isSecret && !["hidden", "password", "file"].includes(control.type);
  });
}

function restore(form: HTMLFormElement, { fields }: Draft): void {
  const isCountry = ({ name }: Control) => name.endsWith("_country");
  const countries = controlsOf(form).filter(isCountry);
  restoreInto(countries, fields);
  // The country determines which other fields exist.
  if (countries.some((control) => valueOf(control) !== initialValue(control))) showAllFields(form);
  restoreInto(controlsOf(form), fields);
}

function restoreInto(controls: readonly Control[], fields: Draft["fields"]): void {
  for (const control of controls) {
    const stored = Object.hasOwn(fields, control.name) ? fields[control.name] : undefined;
    if (!stored || valueOf(control) === stored.value) continue;
    if (!stored.seen.includes(initialValue(control)) && !showsShippingPlace(control, fields)) continue;
    setValue(control, stored.value);
    const fold = stored.value === "" ? null : control.closest("details");
    if (fold) fold.open = true;
  }
}

/** Tells whether the server rendered the shipping address's place in a billing field. */
function showsShippingPlace(control: Control, fields: Draft["fields"]): boolean {
  const { ship_to_different_address: box, [control.name.replace("billing_", "shipping_")]: other } = fields;
  return box?.value === "1" && other !== undefined && initialValue(control) === other.value;
}

function update(form: HTMLFormElement, draft: Draft): void {
  for (const control of controlsOf(form)) {
    const value = valueOf(control);
    const { [control.name]: stored } = draft.fields;
    // The server may render the shipping place in billing fields later, so these are always stored.
    if (!stored && value === initialValue(control) && !billingPlace.test(control.name)) continue;
    const [initial, ...seen] = new Set([initialValue(control), ...(stored?.seen ?? []), value]);
    draft.fields[control.name] = { value, seen: [initial ?? "", ...seen.slice(-maxSeen)] };
  }
  draft.at = Date.now();
  draft.choices = chosenInCart() ?? {};
  const [session, device] = stores();
  const isRemembered = form.querySelector<HTMLInputElement>("#chowk_remember")?.checked ?? false;
  write(session, draft);
  if (isRemembered) write(device, draft);
}

/** Returns the options of the cart's products as the page shows them; undefined on a page without the cart. */
function chosenInCart(): LastChoices | undefined {
  const data = document.querySelector("form.checkout .cart-data")?.textContent;
  if (!data) return undefined;
  const { items } = JSON.parse(data) as { items: { variation: { attribute: string; value: string }[] }[] };
  const chosen = items.flatMap(({ variation }) => variation);
  return Object.fromEntries(chosen.map(({ attribute, value }) => [attribute, value]));
}

/** Writes the draft, or deletes the old one if the storage is full. */
function write(store: Storage | undefined, draft: Draft): void {
  try {
    store?.setItem(key, JSON.stringify(draft));
  } catch {
    store?.removeItem(key);
  }
}

interface Remembering {
  form: HTMLFormElement;
  draft: Draft;
  save: () => void;
  signal: AbortSignal;
}

/** Starts the checkbox that keeps the draft on this device, the button that deletes it, and the offer of the last address. */
function startRemembering({ form, draft, save, signal }: Remembering): void {
  const row = form.querySelector<HTMLElement>(".checkout-remember");
  const box = row?.querySelector<HTMLInputElement>("#chowk_remember");
  const [, device] = stores();
  if (!row || !box || !device) return;
  row.hidden = false;
  box.checked = parse(device.getItem(key))?.owner === draft.owner;
  const onChange = () => {
    if (box.checked) return save();
    device.removeItem(key);
    forgetLastOrder();
  };
  const onDelete = () => {
    forgetAll();
    draft.fields = {};
    for (const control of controlsOf(form)) setValue(control, initialValue(control));
    showAllFields(form);
    box.checked = false;
    box.focus();
    dispatch(document.body, "update_checkout");
  };
  box.addEventListener("change", onChange, { signal });
  row.querySelector("button")?.addEventListener("click", onDelete, { signal });
  const onUse = () => {
    box.checked = true;
    save();
  };
  // The addresses of accounts are known to the shop.
  if (draft.owner === "") offerLastAddress({ form, onUse, signal });
}
