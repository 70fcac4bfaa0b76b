import { startAttribution } from "../attribution/client/attribution.ts";
import type { CartFragments } from "../cart/client/cart-fragments.ts";
import type { CartQueue } from "../cart/client/cart-queue.ts";
import { defineCartDrawer } from "../cart/client/drawer/cart-drawer.ts";
import { cartPages, startRepeating } from "../cart/client/repeat-addition.ts";
import { defineComingSoon } from "../coming-soon/client/coming-soon.ts";
import { defineConsentBanner } from "../consent/client/consent-banner.ts";
import { startTraps } from "../contact/client/traps.ts";
import { startRelatedLinks } from "../content/client/related-links.ts";
import { startResultSharing } from "../content/client/share-result.ts";
import { defineMenu } from "../layout/client/menu.ts";
import { defineMobileMenu } from "../layout/client/mobile-menu.ts";
import { startScrolling } from "../layout/client/scrolling.ts";
import { defineStoreNotice } from "../layout/client/store-notice.ts";
import { defineImageLinks } from "../lightbox/client/image-links.ts";
import { defineListing } from "../listing/client/listing.ts";
import { startSubscribing } from "../newsletter/client/subscribing.ts";
import { startAddAll } from "../product/client/add-all.ts";
import { startBuyNow } from "../product/client/buy-now.ts";
import { defineVideo } from "../product/client/gallery/define-video.ts";
import { startViewedProducts } from "../product/client/viewed-products.ts";
import { startPictureTransition } from "../product-card/client/picture-transition.ts";
import { defineQuickCheckout } from "../quick-checkout/client/quick-checkout.ts";
import { startReviews } from "../reviews/client/load-reviews.ts";
import { defineSearch } from "../search/client/search-field.ts";
import { startHearts } from "../wishlist/client/hearts.ts";
import { startFieldDescriptions } from "./forms/field-descriptions.ts";
import { defineIslands } from "./islands/define-islands.ts";
import { islands } from "./islands/islands.ts";
import type { IdempotencyKeys } from "./requests/idempotency-keys.ts";
import { startAll } from "./start-all.ts";

interface SharedState {
  queue: CartQueue;
  fragments: CartFragments;
  keys: IdempotencyKeys;
}

/** Starts the parts that do nothing before the shopper uses the page, in the order in which their listeners must run. */
export function startInteractiveParts({ queue, fragments, keys }: SharedState): void {
  startAll([
    defineStoreNotice,
    defineConsentBanner,
    defineMobileMenu,
    defineMenu,
    defineSearch,
    startScrolling,
    defineListing,
    () => startAddAll({ queue, keys }),
    startBuyNow,
    startHearts,
    startTraps,
    startFieldDescriptions,
    startSubscribing,
    startAttribution,
    defineComingSoon,
    defineImageLinks,
    () => defineVideo("shop-embed"),
    startReviews,
    startRelatedLinks,
    startResultSharing,
    startViewedProducts,
    startPictureTransition,
    () => defineQuickCheckout(keys),
    () => defineCartDrawer(queue, fragments),
    () => document.querySelector(cartPages) || startRepeating(queue),
    () => defineIslands(islands, { queue, keys }),
  ]);
}
