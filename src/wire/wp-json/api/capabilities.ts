import { may, type Permission } from "#shop/accounts/permissions.rules.ts";
import type { Role } from "#shop/accounts/user.ts";

/** The protocol's capabilities, as permissions of this shop. A role has those whose permission it has. */
const capabilities = {
  read: ["see", "own account"],
  edit_posts: ["change", "articles"],
  edit_others_posts: ["change", "articles"],
  edit_published_posts: ["change", "articles"],
  publish_posts: ["change", "articles"],
  delete_posts: ["change", "articles"],
  delete_others_posts: ["change", "articles"],
  delete_published_posts: ["change", "articles"],
  read_private_posts: ["see", "articles"],
  edit_pages: ["change", "articles"],
  edit_others_pages: ["change", "articles"],
  edit_published_pages: ["change", "articles"],
  publish_pages: ["change", "articles"],
  delete_pages: ["change", "articles"],
  delete_others_pages: ["change", "articles"],
  delete_published_pages: ["change", "articles"],
  read_private_pages: ["see", "articles"],
  manage_categories: ["change", "articles"],
  upload_files: ["change", "media"],
  moderate_comments: ["change", "reviews"],
  list_users: ["see", "users"],
  edit_users: ["change", "users"],
  manage_options: ["change", "settings"],
  edit_products: ["change", "products"],
  edit_shop_orders: ["change", "orders"],
  view_admin_dashboard: ["see", "office"],
} as const satisfies Record<string, Permission>;

export type Capability = keyof typeof capabilities;

/** Returns whether a role has a capability; null is a guest, who has none. */
export function can(role: Role | null, capability: Capability): boolean {
  const [verb, noun] = capabilities[capability];
  return may(role, verb, noun);
}

/** Lists a role's capabilities as the protocol does. */
export function capabilitiesOf(role: Role): Record<string, true> {
  const names = Object.keys(capabilities) as Capability[];
  return Object.fromEntries(names.filter((name) => can(role, name)).map((name) => [name, true]));
}
