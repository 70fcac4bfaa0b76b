import { startUnlessLeft } from "../../../client/other-scripts.ts";
import { defineWidget } from "../../../client/widget.ts";
import { startCartInterplay } from "./cart-interplay.ts";
import { startCopyLink } from "./copy-link.ts";
import { ListChanges } from "./list-changes.ts";
import { startListDialogs } from "./list-dialogs.ts";
import { startListLayout } from "./list-layout.ts";
import { startListPrivacy } from "./list-privacy.ts";
import { startRowOrder } from "./row-order.ts";
import { startRowQuantities } from "./row-quantities.ts";
import { startRowRemoval } from "./row-removal.ts";
import { startRowSelection } from "./row-selection.ts";
import { startTitleEditing } from "./title-editing.ts";

/**
 * Defines `<shop-wishlist>`, which handles a wishlist and the list of wishlists in place, unless the original script is there.
 */
export function defineWishlist(): void {
  defineWidget("shop-wishlist", (_, signal) => startUnlessLeft("wishlist", signal, start));
}

function start(signal: AbortSignal): void {
  const changes = new ListChanges();
  startRowRemoval(changes, signal);
  startRowSelection(signal);
  startRowQuantities(changes, signal);
  startRowOrder(changes, signal);
  startTitleEditing(changes, signal);
  startListPrivacy(changes, signal);
  startListDialogs(changes, signal);
  startListLayout(changes, signal);
  startCartInterplay(changes, signal);
  startCopyLink(signal);
}
