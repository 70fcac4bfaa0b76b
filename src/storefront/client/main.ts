import { startBackInStock } from "./back-in-stock.ts";
import { startBuyBar } from "./buy-bar.ts";
import { startBuyNow } from "./buy-now.ts";
import { startCartButtons } from "./cart-buttons.ts";
import { startCartDrawer } from "./cart-drawer.ts";
import { startCartFragments } from "./cart-fragments.ts";
import { startComingSoon } from "./coming-soon.ts";
import { startDrawerControls } from "./drawer-controls.ts";
import { startFieldDescriptions } from "./field-descriptions.ts";
import { startGallery } from "./gallery.ts";
import { startLayoutWidth } from "./layout-width.ts";
import { startListing } from "./listing.ts";
import { startMobileMenu } from "./mobile-menu.ts";
import { startNotices } from "./notices.ts";
import { startPageParts } from "./page-parts.ts";
import { startPasswordFields } from "./password-fields.ts";
import { startPictureTransition } from "./picture-transition.ts";
import { startQuantitySteppers } from "./quantity-steppers.ts";
import { startQuickCheckout } from "./quick-checkout.ts";
import { report } from "./report.ts";
import { startScrolling } from "./scrolling.ts";
import { startSearchField } from "./search-field.ts";
import { startStoreNotice } from "./store-notice.ts";
import { startSubmenus } from "./submenus.ts";
import { startTabs } from "./tabs.ts";
import { startVariationForms } from "./variation-element.ts";
import { startVisitorContext } from "./visitor-context.ts";
import { startVisitorState } from "./visitor-state.ts";

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
