import { parameters } from "../../client/parameters.ts";

const placeParts = ["country", "state", "postcode", "city", "address", "address_2"] as const;

/** The control of a part of a place: the protocol's call names the first line otherwise than the form. */
const controlName = (part: (typeof placeParts)[number]) => (part === "address" ? "address_1" : part);

/** What the call update_order_review is asked with: the place, another one where it is ticked, and the whole form as one field. */
export function reviewFields(form: HTMLFormElement): URLSearchParams {
  const typed = formFields(form);
  const place = (of: "billing" | "shipping") =>
    placeParts.map((part) => [part, typed.get(`${of}_${controlName(part)}`) ?? ""] as const);
  const target = typed.get("ship_to_different_address") ? "shipping" : "billing";
  const ways = [...typed].filter(([name]) => name.startsWith("shipping_method["));
  return new URLSearchParams([
    ["security", parameters("wc_checkout_params")?.update_order_review_nonce ?? ""],
    ["payment_method", typed.get("payment_method") ?? ""],
    ...place("billing").map(([part, value]) => [part, value]),
    ...place(target).map(([part, value]) => [`s_${part}`, value]),
    ["has_full_address", String(hasFullAddress(form, target))],
    ["post_data", typed.toString()],
    ...ways,
  ]);
}

/** All that a form sends, but for files and passwords. */
function formFields(form: HTMLFormElement): URLSearchParams {
  const secret = new Set([...form.querySelectorAll<HTMLInputElement>("[type=password]")].map(({ name }) => name));
  const sent = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && !secret.has(name)) sent.append(name, value);
  return sent;
}

function hasFullAddress(form: HTMLFormElement, target: "billing" | "shipping"): boolean {
  const rows = `.address-field.validate-required :is(input, select)[name^=${target}_]`;
  return [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(rows)].every(({ value }) => value !== "");
}
