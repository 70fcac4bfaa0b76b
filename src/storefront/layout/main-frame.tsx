import type { ReactNode } from "react";
import { useLocale } from "#ui/locale.tsx";
import { CartDrawer } from "./cart-drawer.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { ScrollTop } from "./scroll-top.tsx";
import type { Shell } from "./shell.ts";
import { StoreNotice } from "./store-notice.tsx";

interface FrameProps {
  shell: Shell;
  /** The page: all of `main`, its own containers included. */
  children: ReactNode;
}

/** What stands around every page of the shop: notice, header, footer, drawers. */
export function Frame({ shell, children }: FrameProps) {
  const { t } = useLocale();
  return (
    <>
      <a className="skip" href="#main">
        {t("shell.skip")}
      </a>
      {shell.storeNotice && <StoreNotice notice={shell.storeNotice} />}
      <Header shell={shell} />
      {shell.mobileMenu === "dropdown" && <MobileMenu shell={shell} />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer shell={shell} />
      {shell.mobileMenu === "off-canvas" && <MobileMenu shell={shell} />}
      {shell.hasCartDrawer && <CartDrawer />}
      <ScrollTop />
    </>
  );
}
