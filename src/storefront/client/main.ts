import { defineBackInStock } from "../back-in-stock/client/back-in-stock.ts";
import { CartFragments } from "../cart/client/cart-fragments.ts";
import { CartQueue } from "../cart/client/cart-queue.ts";
import { cacheStyles } from "../layout/client/cache-styles.ts";
import { startLayoutWidth } from "../layout/client/layout-width.ts";
import { startNotices } from "../notices/client/notices.ts";
import { startFormAdding } from "../product/client/form-adding.ts";
import { startFormPresses } from "../product/client/form-presses.ts";
import { startQuantityLimits } from "../product/client/quantity-limits.ts";
import { rememberViewedProduct } from "../product/client/recently-viewed.ts";
import { defineTabs } from "../product/client/tabs.ts";
import { defineVariationForms } from "../product/client/variation/variation-form.ts";
import { startCartButtons } from "../product-card/client/cart-buttons.ts";
import { startVisitorContext } from "../visitor-state/client/visitor-context.ts";
import { startVisitorState } from "../visitor-state/client/visitor-state.ts";
import { onInteraction } from "./on-interaction.ts";
import { startPageParts } from "./page-parts.ts";
import { IdempotencyKeys } from "./requests/idempotency-keys.ts";
import { startAll } from "./start-all.ts";

// The page's shared state. Everything else belongs to a custom element or to the function that starts it.
const queue = new CartQueue();
const fragments = new CartFragments(queue);
const keys = new IdempotencyKeys();

/** Loads what does nothing before the shopper uses the page. */
async function loadInteractiveParts(): Promise<void> {
  const own = document.querySelector("shop-gallery") && import("../product/client/product-parts.ts");
  const part = await import("./interactive-parts.ts");
  await own?.then(({ defineProductParts }) => defineProductParts(), reportError);
  part.startInteractiveParts({ queue, fragments, keys });
}

// In the order in which their listeners must run. `define` defines a widget; `start` handles something on the whole page.
startAll([
  () => onInteraction(loadInteractiveParts),
  startLayoutWidth,
  startVisitorContext,
  defineTabs,
  startQuantityLimits,
  defineBackInStock,
  rememberViewedProduct,
  () => startFormPresses(keys),
  () => startFormAdding({ queue, keys }),
  () => startCartButtons({ queue, keys }),
  () => fragments.start(),
  () => startPageParts(queue),
  startVisitorState,
  startNotices,
  defineVariationForms,
  cacheStyles,
]);
