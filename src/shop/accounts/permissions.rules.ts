import type { Role } from "./user.ts";

/** The parts of a permission. */
type Verb = "see" | "change";
type Noun = "own account" | "office" | "articles" | "media" | "orders" | "products" | "reviews" | "settings" | "users";

/** What may be done with what. "articles" includes their categories and tags, "reviews" comments and questions. */
export type Permission = readonly [Verb, Noun];

/** The permissions of each role; everything else is denied. */
const permissions: Readonly<Record<Role, Partial<Record<Noun, readonly Verb[]>>>> = {
  customer: {
    "own account": ["see", "change"],
  },
  shop_manager: {
    "own account": ["see", "change"],
    office: ["see"],
    articles: ["see", "change"],
    media: ["see", "change"],
    orders: ["see", "change"],
    products: ["see", "change"],
    reviews: ["see", "change"],
    settings: ["see"],
  },
  administrator: {
    "own account": ["see", "change"],
    office: ["see"],
    articles: ["see", "change"],
    media: ["see", "change"],
    orders: ["see", "change"],
    products: ["see", "change"],
    reviews: ["see", "change"],
    settings: ["see", "change"],
    users: ["see", "change"],
  },
};

/** Returns whether a role has a permission; null is a guest, who owns nothing. */
export function may(role: Role | null, verb: Verb, noun: Noun): boolean {
  return role !== null && (permissions[role][noun]?.includes(verb) ?? false);
}
