import { Type } from "typebox";
import { type SettingDefinitions, setting } from "../setting.ts";
import { yesNo } from "./setting-schemas.ts";

/** Settings of related posts. */
export const relatedSettings = {
  related_posts: setting(yesNo, "yes", "Whether articles show related posts."),
  related_posts_size: setting(
    Type.Integer({ minimum: 1, maximum: 6 }),
    3,
    "Number of related posts; with fewer, none are shown.",
  ),
  related_posts_products: setting(
    Type.Integer({ minimum: 0, maximum: 6 }),
    0,
    "How many of the related posts of an article are products.",
  ),
  related_posts_thumbnails: setting(yesNo, "yes", "yes: related posts have pictures; no: title and excerpt only."),
  related_posts_date: setting(yesNo, "yes", "Whether related posts show their date."),
  related_posts_context: setting(
    yesNo,
    "no",
    "Whether related posts say why they are related, such as their category.",
  ),
  related_posts_layout: setting(
    Type.Union([Type.Literal("grid"), Type.Literal("list")]),
    "grid",
    "Related posts next to each other, or below each other.",
  ),
} as const satisfies SettingDefinitions;
