import { showAllFields } from "../../address/client/address-countries.ts";
import { dispatch } from "../../client/events.ts";
import { type Control, drawnValue, fill, isControl, valueOf } from "../../client/form-controls.ts";

const key = "chowk_checkout";

/** How long (ms) what is remembered on a device is good. */
const longestMemory = 30 * 24 * 3_600_000;

/** How long (ms) who types rests before it is kept. */
const typingRest = 300;

/** How long (ms) a form that is sent as a page is under way: what stands in it is kept once more when its answer is there. */
const longestPost = 60_000;

/** How many earlier values of a field are known as the draft's own. */
const mostSeen = 12;

/** What tells where the buyer is. */
const ownPlace = /^billing_(?:country|state|city|postcode)$/;

/** What was typed into a field, and what has stood in it before: another value there is newer, and the shop's. */
interface DraftField {
  value: string;
  seen: string[];
}

interface Draft {
  /** The account to which the page was shown; "": a guest. */
  owner: string;
  /** When it was kept, in ms. */
  at: number;
  fields: Record<string, DraftField>;
}

/** Nothing that is typed at the checkout is lost on a reload, a way back or a crash; on request the device remembers it longer. */
export function startCheckoutDraft(): void {
  const form = document.querySelector<HTMLFormElement>("form.checkout");
  if (!form) return;
  const owner = form.querySelector<HTMLInputElement>("[name=chowk_account]")?.value ?? "";
  const kept = read(owner);
  const draft = kept ?? { owner, at: 0, fields: {} };
  if (kept) restore(form, kept);
  let rest: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(rest);
    note(form, draft);
  };
  form.addEventListener("input", () => {
    clearTimeout(rest);
    rest = setTimeout(save, typingRest);
  });
  form.addEventListener("change", save);
  window.addEventListener("pagehide", () => {
    // What was ordered or forgotten is not kept again.
    if (rest !== undefined && !form.matches(".processing")) save();
  });
  startRemembering(form, draft, save);
}

/** Forgets what was typed, here and on the device. */
export function forgetDraft(): void {
  for (const store of stores()) store.removeItem(key);
}

/** Forgets, on the page of an order that was placed so many seconds ago, what was typed for it; what was typed since stays. */
export function forgetOrdered(ago: number): void {
  for (const store of stores()) {
    const draft = parse(store.getItem(key));
    if (draft && draft.at <= Date.now() - ago * 1000 + longestPost) store.removeItem(key);
  }
}

/** The session's own and the device's; a browser may refuse either. */
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
    return draft && draft.owner === owner && draft.at > Date.now() - longestMemory ? [draft] : [];
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

/** What is typed about the buyer; never what is secret. */
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
  // Which other fields there are depends on the country.
  if (countries.some((control) => valueOf(control) !== drawnValue(control))) showAllFields(form);
  restoreInto(controlsOf(form), fields);
}

function restoreInto(controls: readonly Control[], fields: Draft["fields"]): void {
  for (const control of controls) {
    const kept = Object.hasOwn(fields, control.name) ? fields[control.name] : undefined;
    if (!kept || valueOf(control) === kept.value) continue;
    if (!kept.seen.includes(drawnValue(control)) && !isDelivered(control, fields)) continue;
    fill(control, kept.value);
    const fold = kept.value === "" ? null : control.closest("details");
    if (fold) fold.open = true;
  }
}

/** Whether the page shows, in place of the buyer's own, the place that he told of another address. */
function isDelivered(control: Control, fields: Draft["fields"]): boolean {
  const { ship_to_different_address: box, [control.name.replace("billing_", "shipping_")]: other } = fields;
  return box?.value === "1" && other !== undefined && drawnValue(control) === other.value;
}

function note(form: HTMLFormElement, draft: Draft): void {
  for (const control of controlsOf(form)) {
    const value = valueOf(control);
    const { [control.name]: kept } = draft.fields;
    // The page may show another place there, once one is told.
    if (!kept && value === drawnValue(control) && !ownPlace.test(control.name)) continue;
    const [drawn, ...seen] = new Set([drawnValue(control), ...(kept?.seen ?? []), value]);
    draft.fields[control.name] = { value, seen: [drawn ?? "", ...seen.slice(-mostSeen)] };
  }
  draft.at = Date.now();
  const [session, device] = stores();
  const isRemembered = form.querySelector<HTMLInputElement>("#chowk_remember")?.checked ?? false;
  keep(session, draft);
  if (isRemembered) keep(device, draft);
}

/** A full or forbidden store keeps nothing. */
function keep(store: Storage | undefined, draft: Draft): void {
  try {
    store?.setItem(key, JSON.stringify(draft));
  } catch {
    store?.removeItem(key);
  }
}

function startRemembering(form: HTMLFormElement, draft: Draft, save: () => void): void {
  const row = form.querySelector<HTMLElement>(".checkout-remember");
  const box = row?.querySelector<HTMLInputElement>("#chowk_remember");
  const [, device] = stores();
  if (!row || !box || !device) return;
  row.hidden = false;
  box.checked = parse(device.getItem(key))?.owner === draft.owner;
  box.addEventListener("change", () => {
    if (!box.checked) device.removeItem(key);
    else save();
  });
  row.querySelector("button")?.addEventListener("click", () => {
    forgetDraft();
    draft.fields = {};
    for (const control of controlsOf(form)) fill(control, drawnValue(control));
    showAllFields(form);
    box.checked = false;
    box.focus();
    dispatch(document.body, "update_checkout");
  });
}
