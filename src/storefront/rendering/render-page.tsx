import { renderToStaticMarkup } from "react-dom/server";
import { pageSecurityHeaders, type ScriptSettings } from "#http/guards/security-headers.ts";
import type { RenderedPage } from "#http/page-cache/cached-page.ts";
import { InlineParts, inlineStyle } from "#http/page-cache/inline-parts.ts";
import { scriptJson } from "#http/script-json.ts";
import { landingCookiesOf } from "#http/visit/visit-origin.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { asksForConsent, attributionRule } from "#shop/consent/consent.rules.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import { printHandlers } from "#shop/settings/widgets.rules.ts";
import { puzzleSources, puzzleWidgetOf } from "#shop/spam/puzzle-widget.rules.ts";
import { networkSources } from "#shop/tracking/network-sources.rules.ts";
import { LocaleContext } from "#ui/locale.tsx";
import { mediaSrc } from "#ui/media-src.ts";
import { stepQuantities } from "#ui/quantity-steps.ts";
import { recordPageView } from "../attribution/client/record-page-view.ts";
import { showCartCount } from "../cart/fragments/cart-count.ts";
import { detachCoupon } from "../cart/fragments/coupon-form.tsx";
import { attributionConsent, consentApi, exemptionId, googleConsent } from "../consent/client/consent-api.ts";
import { consentExemption } from "../consent/fragments/consent-exemption.ts";
import { answeredIn } from "../contact/fragments/contact-form.tsx";
import { Document, type DocumentProps, type OpenGraph } from "../layout/document.tsx";
import { localeOf } from "../layout/fragments/locale-of.ts";
import { revealStoreNotice } from "../layout/store-notice.tsx";
import { Notices, NoticesContext, type PageNotice } from "../notices/fragments/notices.tsx";
import { announcePageData } from "../tracking/fragments/announce-page-data.ts";
import { HeartContext, heartTerms } from "../wishlist/fragments/add-to-wishlist.tsx";
import { InsertContext, joinHtml } from "./html-template.ts";
import { frameOf } from "./page-frame.tsx";
import { sheetsOf } from "./page-sheets.ts";
import { pageTransitions } from "./page-transitions.ts";
import { hasContactForm, type PageContext, type PageView } from "./page-view.ts";
import { sharePictureFile, sharePictureSize } from "./share-picture-file.ts";
import { speculationRules } from "./speculation-rules.ts";
import { startClient } from "./start-client.ts";

/** Longest description in characters; search engines show no more. */
const maxDescriptionLength = 300;

/** Data that every page is made from. */
const frameTags = ["settings", "menus", "categories"] as const;
/** Data that a form in the footer is made from. */
const formTags = ["contact-forms"] as const;

/**
 * Inline script for pages that contain their style sheets. Decoding the font takes the browser a moment even then, and begins with
 * the first text: that would be painted in the fallback face, and move. The class lets parts wait for the first paint, unless the
 * browser is to go to a part of the page. It is removed afterwards, so that nothing waits again.
 */
const prepareFirstVisit = [
  "document.fonts.load(\"1em 'Instrument Sans Deodar'\");",
  "if(!location.hash){let{classList}=document.documentElement;classList.add('first-visit');",
  "requestAnimationFrame(()=>setTimeout(()=>classList.remove('first-visit'),600))}",
].join("");

const transitionStyle = inlineStyle(pageTransitions);

/** Longest time (s) that a shared cache may keep a page. */
const sharedSeconds = 3600;

/** Renders a whole page, ready for the cache when it has no notices. */
export function renderPage(view: PageView, context: PageContext, notices: readonly PageNotice[]): RenderedPage {
  const { facts } = context;
  const parts = new InlineParts();
  parts.script(revealStoreNotice);
  if (context.containsStyles) parts.script(prepareFirstVisit);
  parts.script(showCartCount);
  const structured = (view.structuredData ?? []).map(scriptJson);
  const locale = localeOf(facts.settings.language, facts.currency, timeZoneOf(facts.settings));
  const frame = frameOf(view, context, locale, notices);
  const mainWith = (top: readonly PageNotice[]) =>
    joinHtml((insert) =>
      renderToStaticMarkup(
        <LocaleContext value={locale}>
          <HeartContext value={heartTerms(facts.settings, context.reader !== null)}>
            <InsertContext value={insert}>
              <main id="main" tabIndex={-1}>
                <div className="wrap page-notices">
                  <Notices notices={top} />
                </div>
                <NoticesContext value={notices}>{view.content}</NoticesContext>
              </main>
            </InsertContext>
          </HeartContext>
        </LocaleContext>,
      ),
    );
  const { unitTag } = answeredIn(notices) ?? {};
  // A contact form shows its own answer, if it is still on the page.
  const others = mainWith(notices.filter(({ contactForm }) => contactForm === undefined));
  const hasForm = (html: Buffer) => html.includes(`id="${unitTag}"`);
  const isShown = unitTag === undefined || hasForm(others) || hasForm(frame.after);
  const main = isShown ? others : mainWith(notices);
  const sheets = stylesheetsOf(view, context, parts);
  const body = joinHtml((insert) => {
    const document = renderToStaticMarkup(
      <Document
        {...documentTexts(view, context)}
        stylesheets={sheets.map(({ href, text }) => ({ href, text: text && insert(text) }))}
        prepareFirstVisit={prepareFirstVisit}
        pageTransitions={insert(parts.styleText(transitionStyle))}
        locale={locale}
        bodyClass={bodyClassOf(view, context)}
        head={structured.map((json) => (
          <script key={json} type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
        ))}
        body={[frame.before, main, frame.after, scriptElements(parts, view, context), printStyles(context)]
          .map(insert)
          .join("")}
      />,
    );
    return `<!doctype html>${document}`;
  });
  const tags = [...new Set([...view.tags, ...frameTags, ...(facts.settings.footer_form ? formTags : [])])];
  const ends = [context.nonceUntil, view.until].filter((end) => end !== null && end !== undefined);
  return {
    body,
    // The development server injects styles and scripts of its own, which no policy could name.
    headers: [
      ...(context.assets.origins.length > 0 ? [] : pageSecurityHeaders(parts, scriptSettings(view, context), context)),
      "link",
      `<${apiAddress(context)}>; rel="${apiRelation}"`,
    ],
    tags,
    ...(context.isShared && { sharedSeconds }),
    ...(!context.hasSecret && { landingCookies: landingCookiesOf(facts.settings, context.siteUrl, context.clock) }),
    until: Math.min(...ends.map((end) => end.getTime())),
    ...((view.isCacheable === false || frame.isCacheable === false) && { isCacheable: false }),
  };
}

/** Returns the settings of the content security policy, with what its forms and frames and the configured networks load. */
function scriptSettings(view: PageView, { facts }: PageContext): ScriptSettings {
  const {
    csp_additions: added,
    extra_script_urls,
    extra_script_origins,
    allow_unsafe_eval,
    subscribe_host,
  } = facts.settings;
  const puzzle = hasContactForm(view, facts) && puzzleWidgetOf(facts.settings);
  const frames = (view.frameOrigins ?? []).map((origin) => `frame-src ${origin}`);
  return {
    extra_script_urls,
    extra_script_origins,
    allow_unsafe_eval,
    subscribe_host,
    csp_additions: [...added, ...frames, ...(puzzle ? puzzleSources(puzzle) : []), ...networkSources(facts.settings)],
  };
}

/** Clients find the REST API by it, in the header or in the head. */
const apiRelation = "https://api.w.org/";

const apiAddress = ({ siteUrl }: Pick<PageContext, "siteUrl">) => siteUrl + routes.restRoot();

function documentTexts(view: PageView, { facts, siteUrl, assets }: PageContext) {
  const { shop_name: shopName, shop_tagline: tagline } = facts.settings;
  const t = translator(facts.settings.language);
  return {
    title: view.title === "" ? [shopName, tagline].filter(Boolean).join(" | ") : `${view.title} | ${shopName}`,
    description: Array.from(view.description || tagline)
      .slice(0, maxDescriptionLength)
      .join(""),
    shopName,
    canonical: view.canonicalPath === null ? null : siteUrl + view.canonicalPath,
    isIndexed: view.canonicalPath !== null,
    api: { rel: apiRelation, href: apiAddress({ siteUrl }) },
    feeds:
      view.frame === "closed"
        ? []
        : [
            { title: t("shell.feed.articles", { shop: shopName }), href: routes.articleFeed() },
            { title: t("shell.feed.products", { shop: shopName }), href: routes.productFeed() },
            ...(view.feeds ?? []),
          ],
    fonts: assets.fonts,
    widgetHandlers: printHandlers(facts.settings.widget_handlers),
    ...(view.openGraph && {
      openGraph: {
        ...view.openGraph,
        image: sharedImage(view.openGraph, facts.settings, siteUrl),
      },
    }),
  } satisfies Partial<DocumentProps>;
}

function sharedImage(
  { image, drawn }: NonNullable<PageView["openGraph"]>,
  settings: Settings,
  siteUrl: string,
): OpenGraph["image"] {
  if (image) return { url: siteUrl + mediaSrc(image), width: image.width, height: image.height, alt: image.alt };
  if (!drawn) return null;
  const url = siteUrl + routes.sharePicture(sharePictureFile(drawn, settings));
  return { url, ...sharePictureSize, alt: drawn.title };
}

function stylesheetsOf(
  view: PageView,
  { facts, assets, containsStyles }: PageContext,
  parts: InlineParts,
): { href: string; text: Buffer | undefined }[] {
  const sheets = sheetsOf(view, {
    language: facts.settings.language,
    hasContactForm: hasContactForm(view, facts),
    asksConsent: asksForConsent(facts.settings),
  }).map((sheet) => assets.sheets[sheet]);
  return [assets.stylesheet, ...sheets].map((href) => {
    const style = containsStyles ? assets.styles.get(href) : undefined;
    return { href, text: style && parts.styleText(style) };
  });
}

/** Returns the classes that third-party scripts and styles expect on `body`. */
function bodyClassOf({ bodyClass, flags }: PageView, { reader }: PageContext): string {
  const isShopPage =
    flags.isWishlist || flags.isCart || flags.isCheckout || flags.isListing || flags.productId !== undefined;
  const classes = [
    bodyClass,
    reader && "logged-in",
    flags.isHome && "home",
    flags.isCart && "woocommerce-cart",
    flags.isCheckout && "woocommerce-checkout",
    flags.isOrderReceived && "woocommerce-order-received",
    flags.isAccountPage && "woocommerce-account",
    flags.isWishlist && "woocommerce-wishlist",
    (flags.isCart || flags.isCheckout || flags.isAccountPage || flags.isWishlist) && "woocommerce-page",
    isShopPage && "woocommerce",
    flags.productId !== undefined && `single-product postid-${flags.productId}`,
    flags.isListing && "archive",
  ];
  return classes.filter(Boolean).join(" ");
}

/**
 * Returns the script elements. The client is a module; third-party scripts are classic and run in order once the page
 * is parsed. With them, the client loads as early as they do, so that it receives their events.
 */
function scriptElements(
  parts: InlineParts,
  { flags }: PageView,
  { assets, facts, scriptParameters }: PageContext,
): string {
  const quoted = (src: string) => `"${src.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
  const others = facts.settings.extra_script_urls.map((src) => `<script defer src=${quoted(src)}></script>`);
  const client =
    others.length > 0
      ? `<script type="module" fetchpriority="low" src=${quoted(assets.script)}></script>`
      : parts.script(startClient(assets.script));
  const { google_measurement_id: google } = facts.settings;
  const attribution = attributionRule(facts.settings);
  const isAttributed = attribution !== "no";
  const asks = asksForConsent(facts.settings);
  const exemption = consentExemption(facts.settings);
  const inline = [
    ...(exemption ? [parts.data(exemptionId, exemption)] : []),
    ...(asks ? [parts.script(consentApi)] : []),
    ...(asks && google ? [parts.script(googleConsent)] : []),
    parts.script(stepQuantities),
    ...(flags.isCheckout && !flags.isOrderReceived ? [parts.script(detachCoupon)] : []),
    parts.assign(scriptParameters),
    ...("chowk_tracking" in scriptParameters ? [parts.script(announcePageData)] : []),
    ...(isAttributed ? [parts.script(recordPageView)] : []),
    ...(asks && attribution === "consent" ? [parts.script(attributionConsent)] : []),
  ];
  const prefetching = parts.script(JSON.stringify(speculationRules), { type: "speculationrules" });
  return [...inline, client, prefetching, ...others].join("");
}

/**
 * Links the styles for paper. On first visits only the client does, after the pictures: the sheet would take the page's own
 * connection from the largest one.
 */
function printStyles({ assets, containsStyles }: PageContext): string {
  const link = `<link rel="stylesheet" media="print" href="${assets.sheets.print}"/>`;
  return containsStyles ? `<noscript id="print-styles">${link}</noscript>` : link;
}
