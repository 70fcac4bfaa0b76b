import { Type } from "typebox";
import { type SettingDefinitions, setting } from "../setting.ts";
import { shortText, yesNo } from "./setting-schemas.ts";

const estimateField = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: 100 }),
    type: Type.Union([
      Type.Literal("text"),
      Type.Literal("email"),
      Type.Literal("tel"),
      Type.Literal("url"),
      Type.Literal("number"),
      Type.Literal("date"),
      Type.Literal("textarea"),
      Type.Literal("radio"),
      Type.Literal("checkbox"),
      Type.Literal("select"),
    ]),
    required: Type.Optional(Type.Boolean()),
    placeholder: Type.Optional(shortText),
    description: Type.Optional(shortText),
    /** Of radio buttons and selects. */
    options: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50 })),
  },
  { additionalProperties: false },
);

/** Settings of wishlists. */
export const wishlistSettings = {
  wishlist_guests: setting(yesNo, "yes", "Whether guests can keep wishlists; no: they are asked to sign in."),
  wishlist_multiple: setting(
    Type.Union([Type.Literal("no"), Type.Literal("accounts"), Type.Literal("everybody")]),
    "no",
    "Who can keep more than one wishlist: nobody, shoppers with an account, or everybody.",
  ),
  wishlist_after_add: setting(
    Type.Union([Type.Literal("remove"), Type.Literal("view"), Type.Literal("add")]),
    "remove",
    "What the button of a product in a wishlist does: remove it, lead to the wishlist, or stay as it was.",
  ),
  wishlist_per_page: setting(Type.Integer({ minimum: 1, maximum: 100 }), 20, "Products on a page of a wishlist."),
  wishlist_remove_after_cart: setting(
    yesNo,
    "yes",
    "yes: a product that its owner adds to the cart from a wishlist is removed from the wishlist.",
  ),
  wishlist_estimates: setting(yesNo, "yes", "Whether owners of a wishlist can ask the shop for an estimate."),
  wishlist_estimate_fields: setting(
    Type.Array(estimateField, { maxItems: 20 }),
    [],
    "Further fields of the estimate form, each with label, type, and optionally required, placeholder, description, options.",
  ),
  wishlist_estimate_copy: setting(yesNo, "no", "yes: shoppers get a mail that confirms their request for an estimate."),
  wishlist_gifts: setting(
    yesNo,
    "no",
    "yes: visitors of a shared wishlist can mark what they will give; its owner does not see that.",
  ),
} as const satisfies SettingDefinitions;
