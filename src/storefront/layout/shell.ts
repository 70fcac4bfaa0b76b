import type { Menus } from "#shop/content/article.ts";

/** What every page of the shop carries around its own content. The words in it are the shopkeeper's. */
export interface Shell {
  shopName: string;
  menus: Menus;
  /** Path of this page, to mark it in the menus. */
  currentPath: string;
  /** The id changes with the text, so that a new text is shown to those who put the old one away. */
  storeNotice: { id: string; text: string } | null;
  /** How the menu of a small screen opens: a sheet from the side, or below the header. */
  mobileMenu: "off-canvas" | "dropdown";
  /** False on the cart page, which is the drawer's content already. */
  hasCartDrawer: boolean;
  /** Pieces in the cart; 0 on pages that are the same for everybody. */
  cartItemCount: number;
  /** Who is signed in; null on pages that are the same for everybody. */
  account: { name: string } | null;
  /** Text in the search field, on the results page. */
  searchText: string;
  footer: FooterWords;
  newsletter: NewsletterForm | null;
  /** Address of the style sheet of products' forms, which a page needs once one of them opens over it. */
  productSheet: string;
}

export interface FooterWords {
  about: string;
  disclaimer: string;
  copyright: string;
}

/** The newsletter form posts here with these hidden fields. */
export interface NewsletterForm {
  action: string;
  fields: Readonly<Record<string, string>>;
  /** One line under the field. */
  note: string;
}
