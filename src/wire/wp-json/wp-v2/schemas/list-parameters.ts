import { Type } from "typebox";
import { choice, moment } from "./fields.ts";

const id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Ids, at most as many as a page has twice. */
export const idList = (description: string) => Type.Array(id, { maxItems: 200, description });

export const context = { context: choice(["view", "embed", "edit"], { default: "view" }) };

/** What every answer understands. */
const general = {
  _fields: Type.Optional(
    Type.Union([Type.String({ maxLength: 2000 }), Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })], {
      description: "Only these fields.",
    }),
  ),
  _embed: Type.Optional(
    Type.Union([Type.String({ maxLength: 500 }), Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 })], {
      description: "Adds linked items: all, or those of these relations.",
    }),
  ),
  _locale: Type.Optional(Type.String({ maxLength: 20, description: "Accepted; the shop has one language." })),
};

/** Parameters of an item. */
export const itemParameters = { ...context, ...general };

/** The id in a path. */
export const pathId = {
  id: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "The item's id." }),
};

/** Parameters of every list. */
export const listParameters = {
  ...itemParameters,
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: "Page of the list." }),
  per_page: Type.Integer({ minimum: 1, maximum: 100, default: 10, description: "Items per page." }),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100_000_000, description: "Items to skip; replaces page." }),
  ),
  search: Type.Optional(Type.String({ maxLength: 200, description: "Only items that contain this." })),
  include: Type.Optional(idList("Only these items.")),
  exclude: Type.Optional(idList("All but these items.")),
};

export const slugs = {
  slug: Type.Optional(
    Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100, description: "Only items with these slugs." }),
  ),
};

export const order = (first: "asc" | "desc") => ({ order: choice(["asc", "desc"], { default: first }) });

/** Parameters of lists with dates. */
export const dateParameters = {
  after: Type.Optional(moment("Only items after this.", {})),
  before: Type.Optional(moment("Only items before this.", {})),
};

/** Returns what a page of a list reads. */
export function pageOf({ page, per_page: limit, offset }: { page: number; per_page: number; offset?: number }) {
  return { limit, offset: offset ?? (page - 1) * limit };
}

/** Of `DELETE`. */
export const force = {
  force: Type.Boolean({
    default: false,
    description: "Whether to delete the item for good instead of moving it to the trash.",
  }),
};
