import { useLocale } from "#ui/locale.tsx";
import { CartDrawer } from "../cart/fragments/cart-drawer.tsx";
import { ConsentBanner } from "../consent/fragments/consent-banner.tsx";
import { LiveSalesPlace } from "../live-sales/fragments/live-sales-place.tsx";
import { VariationTemplates } from "../product/fragments/variation/variation-templates.tsx";
import { QuickCheckoutDialog } from "../quick-checkout/fragments/quick-checkout-dialog.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import type { Shell } from "./shell.ts";
import { StoreNotice } from "./store-notice.tsx";

/** Renders the part above the page content: store notice and header. */
export function FrameHead({ shell }: { shell: Shell }) {
  const { t } = useLocale();
  return (
    <>
      <a className="skip skip-link" href="#main">
        {t("shell.skip")}
      </a>
      {shell.asksConsent && <ConsentBanner />}
      {shell.storeNotice && <StoreNotice notice={shell.storeNotice} />}
      <Header shell={shell} />
    </>
  );
}

/** Renders the part below the page content: footer, drawers, popup, note and containers that scripts fill. */
export function FrameFoot({ shell }: { shell: Shell }) {
  const { t } = useLocale();
  return (
    <>
      <Footer shell={shell} />
      {shell.mobileMenu === "off-canvas" && <MobileMenu shell={shell} />}
      {shell.hasCartDrawer && (
        <shop-cart-drawer data-sheet={shell.cartSheet}>
          <CartDrawer />
        </shop-cart-drawer>
      )}
      <shop-quick-checkout>
        <QuickCheckoutDialog productSheet={shell.productSheet} />
      </shop-quick-checkout>
      <VariationTemplates />
      {shell.liveSalesAfter !== null && <LiveSalesPlace after={shell.liveSalesAfter} />}
      <p className="offline-note" role="alert" popover="auto">
        {t("shell.offline")}
      </p>
    </>
  );
}
