import type { Menus } from "#shop/content/article.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import type { SubscribeSettings } from "../newsletter/fragments/newsletter-form.tsx";

/** The frame around every page's content. Its texts come from the shopkeeper. */
export interface Shell {
  shopName: string;
  menus: Menus;
  /** Path of this page, to mark it in the menus. */
  currentPath: string;
  /** The id changes with the text, so that a new notice is shown to visitors who dismissed the old one. */
  storeNotice: { id: string; text: string } | null;
  /** How the mobile menu opens: a sheet from the side, or a dropdown below the header. */
  mobileMenu: Settings["mobile_menu"];
  /** False on the cart page, which already shows the cart. */
  hasCartDrawer: boolean;
  /** Number of items in the cart; 0 on cached pages. */
  cartItemCount: number;
  /** The signed-in user; null on cached pages. */
  account: { name: string } | null;
  /** Text in the search field, on the results page. */
  searchText: string;
  /** Whether the banner asks for consent. */
  asksConsent: boolean;
  /** Milliseconds until the first pop-up about recent sales; null: none. */
  liveSalesAfter: number | null;
  footer: FooterTexts;
  /** HTML of the contact form in the footer; undefined without. */
  footerForm: string | undefined;
  /** Settings of the newsletter's form in the footer; null without. */
  newsletter: SubscribeSettings | null;
  /** Href of the style sheet of the home page, which the logo links to. */
  homeSheet: string;
  /** Href of the style sheet of the cart page, which the drawer links to. */
  cartSheet: string;
  /** Href of the style sheet of listings, which the menu links to. */
  listingSheet: string;
  /** Href of the style sheet of product forms, which is loaded when the quick checkout opens. */
  productSheet: string;
}

export interface FooterTexts {
  about: string;
  /** WhatsApp number as displayed; "" for none. */
  whatsApp: string;
  disclaimer: string;
  copyright: string;
}
