import type { PageView } from "./page-view.ts";

/** Style sheets besides the main one, one file each in `layout/styles/sheets`. */
export const pageSheets = [
  "print",
  "home",
  "listing",
  "product",
  "gallery-media",
  "cart",
  "checkout",
  "article",
  "blocks",
  "account",
  "wishlist",
  "contact",
  "consent",
  "urdu",
] as const;

export type PageSheet = (typeof pageSheets)[number];

/** Hrefs by style sheet. */
export type SheetHrefs = Readonly<Record<PageSheet, string>>;

/** Returns the href of every style sheet. */
export function sheetHrefs(hrefOf: (sheet: PageSheet) => string): SheetHrefs {
  const hrefs = pageSheets.map((sheet) => [sheet, hrefOf(sheet)] as const);
  return Object.fromEntries(hrefs) as Record<PageSheet, string>;
}

/** Returns the style sheets that a page needs in addition to the main one, in cascade order. */
export function sheetsOf(
  { flags, frame }: Pick<PageView, "flags" | "frame">,
  { language, hasContactForm, asksConsent }: { language: string; hasContactForm: boolean; asksConsent: boolean },
): PageSheet[] {
  const needed: Record<PageSheet, boolean> = {
    // Linked at the end of every page.
    print: false,
    home: Boolean(flags.isHome),
    listing: Boolean(flags.isListing),
    product: flags.productId !== undefined || Boolean(flags.hasReviewForm),
    "gallery-media": Boolean(flags.hasGalleryMedia),
    cart: Boolean(flags.isCart),
    checkout: Boolean(flags.isCheckout || flags.isOrderReceived || frame === "closed"),
    article: Boolean(flags.isArticle),
    blocks: Boolean(flags.hasBlocks),
    account: Boolean(flags.isAccountPage),
    wishlist: Boolean(flags.isWishlist),
    contact: hasContactForm,
    consent: asksConsent,
    urdu: language === "ur",
  };
  return pageSheets.filter((sheet) => needed[sheet]);
}
