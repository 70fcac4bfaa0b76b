import { defineBackInStock } from "../back-in-stock/client/back-in-stock.ts";
import { CartFragments } from "../cart/client/cart-fragments.ts";
import { CartQueue } from "../cart/client/cart-queue.ts";
import { defineCartDrawer } from "../cart/client/drawer/cart-drawer.ts";
import { defineComingSoon } from "../coming-soon/client/coming-soon.ts";
import { cacheStyles } from "../layout/client/cache-styles.ts";
import { startLayoutWidth } from "../layout/client/layout-width.ts";
import { defineMenu } from "../layout/client/menu.ts";
import { defineMobileMenu } from "../layout/client/mobile-menu.ts";
import { startScrolling } from "../layout/client/scrolling.ts";
import { defineStoreNotice } from "../layout/client/store-notice.ts";
import { defineListing } from "../listing/client/listing.ts";
import { startNotices } from "../notices/client/notices.ts";
import { defineBuyBar } from "../product/client/buy-bar.ts";
import { startBuyNow } from "../product/client/buy-now.ts";
import { startFormAdding } from "../product/client/form-adding.ts";
import { startFormPresses } from "../product/client/form-presses.ts";
import { defineGallery } from "../product/client/gallery.ts";
import { startQuantityLimits } from "../product/client/quantity-limits.ts";
import { rememberViewedProduct } from "../product/client/recently-viewed.ts";
import { defineTabs } from "../product/client/tabs.ts";
import { defineVariationForms } from "../product/client/variation/variation-form.ts";
import { startCartButtons } from "../product-card/client/cart-buttons.ts";
import { startPictureTransition } from "../product-card/client/picture-transition.ts";
import { defineQuickCheckout } from "../quick-checkout/client/quick-checkout.ts";
import { defineSearch } from "../search/client/search-field.ts";
import { startVisitorContext } from "../visitor-state/client/visitor-context.ts";
import { startVisitorState } from "../visitor-state/client/visitor-state.ts";
import { startHearts } from "../wishlist/client/hearts.ts";
import { startFieldDescriptions } from "./field-descriptions.ts";
import { IdempotencyKeys } from "./idempotency-keys.ts";
import { defineIslands } from "./islands/define-islands.ts";
import { islands } from "./islands/islands.ts";
import { startPageParts } from "./page-parts.ts";

// The page's shared state. Everything else belongs to a custom element or to the function that starts it.
const queue = new CartQueue();
const fragments = new CartFragments(queue);
const keys = new IdempotencyKeys();

/** In the order in which their listeners must run. `define` defines a widget; `start` handles something on the whole page. */
const starts = [
  startLayoutWidth,
  startVisitorContext,
  defineStoreNotice,
  defineMobileMenu,
  defineMenu,
  defineSearch,
  startScrolling,
  defineTabs,
  defineGallery,
  defineListing,
  startQuantityLimits,
  defineBuyBar,
  defineBackInStock,
  startBuyNow,
  rememberViewedProduct,
  () => startFormPresses(keys),
  () => startFormAdding({ queue, keys }),
  () => defineQuickCheckout(keys),
  () => startCartButtons({ queue, keys }),
  () => defineCartDrawer(queue, fragments),
  () => fragments.start(),
  () => startPageParts(queue),
  startVisitorState,
  startNotices,
  startFieldDescriptions,
  startHearts,
  defineComingSoon,
  defineVariationForms,
  () => defineIslands(islands, { queue, keys }),
  startPictureTransition,
  cacheStyles,
];

for (const start of starts) attempt(start);

/** Reports an exception, so that the other parts still start. */
function attempt(start: () => void): void {
  try {
    start();
  } catch (error) {
    reportError(error);
  }
}
