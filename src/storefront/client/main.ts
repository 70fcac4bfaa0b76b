import { startPasswordFields } from "../account/client/password-fields.ts";
import { startBackInStock } from "../back-in-stock/client/back-in-stock.ts";
import { startCartFragments } from "../cart/client/cart-fragments.ts";
import { startCartDrawer } from "../cart/client/drawer/cart-drawer.ts";
import { startDrawerControls } from "../cart/client/drawer/drawer-controls.ts";
import { startComingSoon } from "../coming-soon/client/coming-soon.ts";
import { startLayoutWidth } from "../layout/client/layout-width.ts";
import { startMobileMenu } from "../layout/client/mobile-menu.ts";
import { startScrolling } from "../layout/client/scrolling.ts";
import { startStoreNotice } from "../layout/client/store-notice.ts";
import { startSubmenus } from "../layout/client/submenus.ts";
import { startListing } from "../listing/client/listing.ts";
import { startNotices } from "../notices/client/notices.ts";
import { startBuyBar } from "../product/client/buy-bar.ts";
import { startBuyNow } from "../product/client/buy-now.ts";
import { startGallery } from "../product/client/gallery.ts";
import { startQuantitySteppers } from "../product/client/quantity-steppers.ts";
import { startTabs } from "../product/client/tabs.ts";
import { startVariationForms } from "../product/client/variation/variation-element.ts";
import { startCartButtons } from "../product-card/client/cart-buttons.ts";
import { startPictureTransition } from "../product-card/client/picture-transition.ts";
import { startQuickCheckout } from "../quick-checkout/client/quick-checkout.ts";
import { startSearchField } from "../search/client/search-field.ts";
import { startVisitorContext } from "../visitor-state/client/visitor-context.ts";
import { startVisitorState } from "../visitor-state/client/visitor-state.ts";
import { startFieldDescriptions } from "./field-descriptions.ts";
import { startPageParts } from "./page-parts.ts";
import { report } from "./report.ts";

const starts = [
  startLayoutWidth,
  startVisitorContext,
  startStoreNotice,
  startMobileMenu,
  startSubmenus,
  startSearchField,
  startScrolling,
  startTabs,
  startGallery,
  startListing,
  startQuantitySteppers,
  startBuyBar,
  startBackInStock,
  startBuyNow,
  startQuickCheckout,
  startCartButtons,
  startCartDrawer,
  startDrawerControls,
  startCartFragments,
  startPageParts,
  startVisitorState,
  startNotices,
  startPasswordFields,
  startFieldDescriptions,
  startComingSoon,
  startVariationForms,
  startPictureTransition,
];

// A shop that runs the field's original scripts turns ours off: two clients on one page would answer every click twice.
if (document.documentElement.dataset.chowkClient !== "off") for (const start of starts) attempt(start);

/** What one part trips over is reported, and the others still start. */
function attempt(start: () => void): void {
  try {
    start();
  } catch (error) {
    report(error);
  }
}
