import { createHash } from "node:crypto";
import type { SharedKind } from "#shop/content/shared-titles.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";

/** A page whose share picture is drawn because it has no picture of its own. */
export interface DrawnPage {
  kind: SharedKind;
  id: number;
  title: string;
}

/** What a share picture says about the shop. */
export type NamedShop = Pick<Settings, "shop_name" | "shop_tagline">;

/** Size of the pictures in pixels, as the networks ask for. */
export const sharePictureSize = { width: 1200, height: 630 };

/** Part of the file name; raise it when the drawing changes. */
const design = 2;

/** Returns the name of a page's share picture. It contains a hash of what the picture shows. */
export function sharePictureFile({ kind, id, title }: DrawnPage, shop: NamedShop): string {
  const shown = JSON.stringify([design, title, shop.shop_name, shop.shop_tagline]);
  return `${kind}-${id}-${createHash("sha256").update(shown).digest("hex").slice(0, 16)}.jpg`;
}
