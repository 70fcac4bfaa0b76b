import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { derived } from "#http/cached-reads/derived.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { displayName } from "#shop/accounts/profile/user-name.rules.ts";
import { asksForConsent } from "#shop/consent/consent.rules.ts";
import type { MenuItem } from "#shop/content/article.ts";
import { type Locale, LocaleContext } from "#ui/locale.tsx";
import { ComingSoonBanner } from "../coming-soon/fragments/coming-soon-banner.tsx";
import { type AnsweredForm, answeredIn } from "../contact/fragments/contact-form.tsx";
import { CheckoutFoot, CheckoutHead } from "../layout/checkout-frame.tsx";
import { FrameFoot, FrameHead } from "../layout/main-frame.tsx";
import type { Shell } from "../layout/shell.ts";
import { storeNoticeOf } from "../layout/store-notice.tsx";
import type { PageNotice } from "../notices/fragments/notices.tsx";
import type { PageContext, PageView } from "./page-view.ts";

/** The HTML around `main`, in UTF-8. */
export interface PageFrame {
  before: Buffer;
  after: Buffer;
  /** False if each view needs fresh values. Default: true. */
  isCacheable?: boolean;
}

/** Returns the frame of a page. It is not hydrated, so it has no hydration markers. */
export function frameOf(
  view: PageView,
  context: PageContext,
  locale: Locale,
  notices: readonly PageNotice[],
): PageFrame {
  const answered = answeredIn(notices);
  const shell = shellOf(view, context, answered);
  const banner = context.reader?.comingSoon;
  if (banner) {
    const frame = frameFor(shell, view, context, locale, answered);
    return { ...frame, after: Buffer.concat([frame.after, markup(<ComingSoonBanner {...banner} />, locale)]) };
  }
  return frameFor(shell, view, context, locale, answered);
}

function frameFor(
  shell: Shell,
  view: PageView,
  context: PageContext,
  locale: Locale,
  answered: AnsweredForm | undefined,
): PageFrame {
  const { shop_phone: phone } = context.facts.settings;
  const asksConsent = view.asksConsent === true;
  if (view.frame === "checkout") return slimFrame(shell, { links: shell.menus.legal, phone, asksConsent }, locale);
  if (view.frame === "closed") return slimFrame(shell, { links: [], phone, asksConsent }, locale);
  if (answered || shell.searchText !== "" || shell.cartItemCount > 0 || shell.account) return mainFrame(shell, locale);
  if (context.footerForm?.isCacheable === false) return { ...mainFrame(shell, locale), isCacheable: false };
  // Cached by the values that differ between pages.
  const key = [shell.currentPath, shell.hasCartDrawer, shell.newsletter !== null, shell.footer.copyright].join("\n");
  return derived(context.facts, `frame ${key}`, () => mainFrame(shell, locale));
}

function mainFrame(shell: Shell, locale: Locale): PageFrame {
  return {
    before: markup(<FrameHead shell={shell} />, locale),
    after: markup(<FrameFoot shell={shell} />, locale),
  };
}

function slimFrame(
  { shopName, footer }: Shell,
  { links, ...head }: { links: readonly MenuItem[]; phone: string; asksConsent: boolean },
  locale: Locale,
): PageFrame {
  return {
    before: markup(<CheckoutHead shopName={shopName} {...head} />, locale),
    after: markup(<CheckoutFoot links={links} copyright={footer.copyright} />, locale),
  };
}

function markup(node: ReactNode, locale: Locale): Buffer {
  return Buffer.from(renderToStaticMarkup(<LocaleContext value={locale}>{node}</LocaleContext>));
}

function shellOf(
  view: PageView,
  { facts, currentPath, clock, reader, assets, footerForm }: PageContext,
  answered?: AnsweredForm,
): Shell {
  const { settings, menus } = facts;
  const year = clock.now().getUTCFullYear();
  const asksConsent = asksForConsent(settings);
  const choices = {
    label: translator(settings.language)("consent.title"),
    path: routes.privacyChoices(),
    children: [],
  };
  return {
    shopName: settings.shop_name,
    menus: asksConsent ? { ...menus, legal: [...menus.legal, choices] } : menus,
    asksConsent,
    // A path that is in no menu marks nothing.
    currentPath: leadsTo(menus.primary, currentPath) ? currentPath : "",
    storeNotice: storeNoticeOf(settings.store_notice),
    mobileMenu: settings.mobile_menu,
    hasCartDrawer: !view.flags.isCart,
    searchText: view.searchText ?? "",
    cartItemCount: view.cartItemCount ?? 0,
    account: reader && { name: displayName(reader.user) },
    liveSalesAfter: settings.live_sales === "yes" ? settings.live_sales_first : null,
    footer: {
      about: settings.footer_about,
      whatsApp: settings.shop_whatsapp,
      disclaimer: settings.footer_disclaimer,
      copyright: `© ${year} ${settings.footer_copyright || settings.shop_name}`,
    },
    footerForm: footerForm?.render(answered),
    newsletter: settings.newsletter_footer === "yes" && !view.flags.hasNewsletterForm ? settings : null,
    homeSheet: assets.sheets.home,
    cartSheet: assets.sheets.cart,
    listingSheet: assets.sheets.listing,
    productSheet: assets.sheets.product,
  };
}

function leadsTo(items: readonly MenuItem[], path: string): boolean {
  return items.some((item) => item.path === path || leadsTo(item.children, path));
}
