import type { Privacy } from "#shop/wishlist/wishlist.rules.ts";
import type { IslandData } from "../../../client/islands/island.ts";
import { paintHearts } from "../paint-hearts.ts";
import { callWishlist } from "../wishlist-call.ts";

/** One of the visitor's lists. */
export interface ManagedList {
  id: number;
  /** The shown name: the default list has one too. */
  name: string;
  /** A name that was typed and could not be saved, to be edited further. */
  typedName?: string;
  privacy: Privacy;
  itemCount: number;
  /** ISO 8601 */
  createdAt: string;
  /** The same as text. */
  createdOn: string;
  href: string;
  printHref: string;
  deleteHref: string;
}

export interface ManageWishlistsProps {
  lists: readonly ManagedList[];
  manageHref: string;
  createHref: string;
  searchHref: string;
  /** For the action yith_wcwl_manage_action. */
  manageNonce: string;
  /** For the action yith_wcwl_create_action. */
  createNonce: string;
}

/** The page as it is after a form or a link without scripts: what it shows, and its notices. */
export interface ManagedPage {
  props: ManageWishlistsProps;
  notices: readonly Element[];
}

/** Name of the island on the page. */
export const islandName = "manage-wishlists";

const timeoutMs = 20_000;

/** Saves the name or the privacy of a list. @returns false if it failed or was refused */
export async function saveList(
  action: "save_title" | "save_privacy",
  { id }: ManagedList,
  fields: Readonly<Record<string, string>>,
): Promise<boolean> {
  const call = callWishlist({ action, fields: { wishlist_id: String(id), ...fields } });
  const { result } = await call.catch(() => ({ result: false }));
  return result === true;
}

/** Deletes a list by its link. If the page was too old, the new one has a link that works. @throws if the network fails */
export async function deleteList({ id, deleteHref }: ManagedList): Promise<ManagedPage> {
  const page = await loadPage(deleteHref);
  const left = page.props.lists.find((list) => list.id === id);
  return left && left.deleteHref !== deleteHref ? loadPage(left.deleteHref) : page;
}

/** Creates a list by the form that makes it without scripts. @throws if the network fails */
export function createList(
  { createHref, manageHref, createNonce }: ManageWishlistsProps,
  name: string,
  visibility: string,
): Promise<ManagedPage> {
  const fields = { wishlist_name: name, wishlist_visibility: visibility, yith_wcwl_create: createNonce };
  const body = new URLSearchParams({ ...fields, redirect_to: manageHref });
  return loadPage(createHref, { method: "POST", body });
}

async function loadPage(url: string, request: RequestInit = {}): Promise<ManagedPage> {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const data = page.querySelector(`shop-island[data-island=${islandName}] > script`)?.textContent;
  if (!data) throw new Error(`${url} answered ${response.status} without the lists`);
  paintHearts();
  return {
    props: (JSON.parse(data) as IslandData<ManageWishlistsProps>).props,
    notices: [...page.querySelectorAll(".woocommerce-notices-wrapper > *")],
  };
}
