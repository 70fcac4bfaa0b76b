import { startUnlessLeft } from "../../../client/other-scripts.ts";
import { startCartInterplay } from "./cart-interplay.ts";
import { startCopyLink } from "./copy-link.ts";
import { startListDialogs } from "./list-dialogs.ts";
import { startListLayout } from "./list-layout.ts";
import { startListPrivacy } from "./list-privacy.ts";
import { startRowOrder } from "./row-order.ts";
import { startRowQuantities } from "./row-quantities.ts";
import { startRowRemoval } from "./row-removal.ts";
import { startRowSelection } from "./row-selection.ts";
import { startTitleEditing } from "./title-editing.ts";

/** Starts what only the pages of wishlists need, unless the original script is there. */
export function startWishlistPage(): void {
  startUnlessLeft("wishlist", new AbortController().signal, (signal) => {
    startRowRemoval(signal);
    startRowSelection(signal);
    startRowQuantities(signal);
    startRowOrder(signal);
    startTitleEditing(signal);
    startListPrivacy(signal);
    startListDialogs(signal);
    startListLayout(signal);
    startCartInterplay(signal);
    startCopyLink(signal);
  });
}
