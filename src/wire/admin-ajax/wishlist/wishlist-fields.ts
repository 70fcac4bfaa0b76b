import type { Visit } from "#http/visit/visit.ts";
import { Refusal } from "#shop/refusal.ts";
import type { WishlistTarget } from "#shop/wishlist/add-to-wishlist.ts";
import { keepsSeveral, maxNameLength, type Privacy, privacyOf, wishlistName } from "#shop/wishlist/wishlist.rules.ts";
import type { OwnWishlists, WishlistSummary } from "#shop/wishlist/wishlist.ts";
import { type WishlistRef, wishlistRef } from "#shop/wishlist/wishlists.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { type Fields, textOf } from "../../wc-ajax/fields.ts";

/** The form fields alone: what changes something is not read from an address. */
export function formFieldsOf({ request: { body } }: Visit): Fields {
  return typeof body === "object" && body !== null ? (body as Fields) : {};
}

/**
 * Returns the list that a field names by number or token; undefined for the default list ("", 0, or no field).
 * @throws Refusal wishlist_unknown for any other text
 */
export function listOf(fields: Fields, name: string): WishlistRef | undefined {
  const text = textOf(fields, name).trim();
  if (text === "" || text === "0") return undefined;
  const ref = wishlistRef(text);
  if (!ref) throw new Refusal("wishlist_unknown");
  return ref;
}

/** Does the same for fields that must name a list. @throws Refusal wishlist_unknown also without a list */
export function namedListOf(fields: Fields, name: string): WishlistRef {
  const ref = listOf(fields, name);
  if (!ref) throw new Refusal("wishlist_unknown");
  return ref;
}

/** Returns the visitor's list that a field names. @throws Refusal wishlist_unknown */
export function ownListOf(own: OwnWishlists, fields: Fields, name: string): WishlistSummary {
  const ref = namedListOf(fields, name);
  const list = own.lists.find((list) => ("id" in ref ? list.id === ref.id : list.token === ref.token));
  if (!list) throw new Refusal("wishlist_unknown");
  return list;
}

/**
 * Returns where a call adds or moves to: a list, the default list, or for "new" the list of `wishlist_name` and
 * `wishlist_visibility`. @throws Refusal wishlist_unknown, wishlists_one_only, wishlist_name_missing
 */
export async function targetOf(call: Pick<Call, "visit" | "fields">, name: string): Promise<WishlistTarget> {
  const { visit, fields } = call;
  if (textOf(fields, name).trim() !== "new") return listOf(fields, name) ?? "default";
  if (!(await mayStartAnother(visit))) throw new Refusal("wishlists_one_only");
  return newListOf(fields);
}

/** Returns the name and the privacy of a new list. A list is not public unless that was chosen. @throws Refusal wishlist_name_missing */
export function newListOf(fields: Fields): { newName: string; privacy: Privacy } {
  const newName = wishlistName(textOf(fields, "wishlist_name"));
  if (newName === "") throw new Refusal("wishlist_name_missing", { limit: maxNameLength });
  return { newName, privacy: privacyOf(textOf(fields, "wishlist_visibility")) ?? "shared" };
}

/** Returns whether the visitor may keep more than one list. */
export async function mayStartAnother(visit: Visit): Promise<boolean> {
  return keepsSeveral((await visit.facts()).settings.wishlist_multiple, await isSignedIn(visit));
}

export async function isSignedIn(visit: Visit): Promise<boolean> {
  return Boolean((await visit.session.find())?.user);
}
