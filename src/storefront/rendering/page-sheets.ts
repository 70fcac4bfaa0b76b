import type { PageView } from "./page-view.ts";

/** The style sheets that only some pages have, beside the one of every page; `layout/styles/sheets` holds one file for each. */
export const pageSheets = ["product", "checkout", "article", "account", "urdu"] as const;

export type PageSheet = (typeof pageSheets)[number];

/** The address of each. */
export type SheetHrefs = Readonly<Record<PageSheet, string>>;

/** Asks for the address of each. */
export function sheetHrefs(hrefOf: (sheet: PageSheet) => string): SheetHrefs {
  const hrefs = pageSheets.map((sheet) => [sheet, hrefOf(sheet)] as const);
  return Object.fromEntries(hrefs) as Record<PageSheet, string>;
}

/** The sheets that this page needs besides the shop's own, in the order of the cascade. */
export function sheetsOf({ flags, frame }: Pick<PageView, "flags" | "frame">, language: string): PageSheet[] {
  const needed: Record<PageSheet, boolean> = {
    product: flags.productId !== undefined,
    checkout: Boolean(flags.isCheckout || flags.isOrderReceived || frame === "closed"),
    article: Boolean(flags.isArticle),
    account: Boolean(flags.isAccountPage),
    urdu: language === "ur",
  };
  return pageSheets.filter((sheet) => needed[sheet]);
}
