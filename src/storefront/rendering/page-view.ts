import type { ReactNode } from "react";
import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import type { NonceHolder } from "#http/guards/nonce.ts";
import type { RenderedPage } from "#http/page-cache/cached-page.ts";
import type { Clock } from "#platform/clock.ts";
import type { User } from "#shop/accounts/user.ts";
import type { PageTracking } from "#shop/tracking/page-tracking.rules.ts";
import type { ComingSoonBannerProps } from "../coming-soon/fragments/coming-soon-banner.tsx";
import type { EmbeddedForms } from "../contact/fragments/embed-forms.ts";
import type { OpenGraph } from "../layout/document.tsx";
import type { Assets } from "./assets.ts";
import type { DrawnPage } from "./share-picture-file.ts";
import type { StructuredData } from "./structured-data.ts";

/** The kind of a page, for scripts and body classes. */
export interface PageFlags {
  isHome?: boolean;
  isCart?: boolean;
  isCheckout?: boolean;
  isOrderReceived?: boolean;
  isAccountPage?: boolean;
  isWishlist?: boolean;
  /** Whether the page asks for country, state and postcode. */
  hasPlaceFields?: boolean;
  /** The product's id on a product page. */
  productId?: number;
  /** Whether the product's gallery has a video or a spin set. */
  hasGalleryMedia?: boolean;
  isListing?: boolean;
  /** An article, a static page or the list of articles. */
  isArticle?: boolean;
  /** Whether the page has the form of reviews, on pages other than products'. */
  hasReviewForm?: boolean;
  /** Whether the content has blocks other than contact forms. */
  hasBlocks?: boolean;
  /** Whether the content has a contact form. */
  hasContactForm?: boolean;
  /** Whether the content has the newsletter's form; the footer then has none. */
  hasNewsletterForm?: boolean;
}

/** Names data that a page was made from; a change of it invalidates the page. */
export type PageTag = RenderedPage["tags"][number];

/** A page ready to be rendered: its content and its document's metadata. */
export interface PageView {
  title: string;
  description: string;
  /** Canonical path and query; null for pages that are not indexed. */
  canonicalPath: string | null;
  bodyClass: string;
  flags: PageFlags;
  openGraph?: Omit<OpenGraph, "image"> & {
    image: { file: string; width: number; height: number; alt: string } | null;
    /** The page whose share picture is drawn if it has no `image`. */
    drawn?: DrawnPage;
  };
  searchText?: string;
  /** Number of items in the cart, on personal pages. */
  cartItemCount?: number;
  /** Structured data (schema.org), printed as JSON-LD. */
  structuredData?: readonly StructuredData[];
  /** What the page tells networks, if any is configured. */
  tracking?: PageTracking;
  /** Feeds of the page's content, in addition to the shop's. */
  feeds?: readonly { title: string; href: string }[];
  /** Origins that the page shows in frames. */
  frameOrigins?: readonly string[];
  content: ReactNode;
  /** Frame of the page: reduced for the checkout, without links while closed. Default: the shop's full frame. */
  frame?: "shop" | "checkout" | "closed";
  /** Whether the checkout's frame asks for consent: its pages are personal, so the server knows. */
  asksConsent?: boolean;
  /** Data that it was made from, in addition to the store facts. */
  tags: readonly PageTag[];
  /**
   * False when the address has values that change nothing on the page: anyone can make up any number of those. Default:
   * true.
   */
  isCacheable?: boolean;
  /** When the page expires by itself. */
  until?: Date | null;
}

/** A signed-in user for whom a personal page is rendered. */
export interface Reader {
  user: User;
  /** Holder of the page's nonces. */
  holder: NonceHolder;
  isStaff: boolean;
  /** Props of the coming-soon banner; null when it is not shown. */
  comingSoon: ComingSoonBannerProps | null;
}

/** Data for rendering in addition to the view. */
export interface PageContext {
  facts: StoreFacts;
  /** Origin of absolute links, without a trailing slash. */
  siteUrl: string;
  /** Path of the request, to mark it in the menus. */
  currentPath: string;
  assets: Assets;
  clock: Clock;
  /** The signed-in user; null for guests and for public pages. */
  reader: Reader | null;
  /** The contact form in the footer; undefined without. */
  footerForm: EmbeddedForms | undefined;
  /** Global objects for scripts, by name. */
  scriptParameters: Readonly<Record<string, unknown>>;
  /** When the nonces in them expire. */
  nonceUntil: Date;
  /** The value of the Strict-Transport-Security header; null without https. */
  hsts: string | null;
  /** Whether the page's address has a secret. */
  hasSecret: boolean;
  /** Whether shared caches may store the page: everything that changes it later is purged there. */
  isShared: boolean;
  /** Whether the page contains its style sheets, which saves a first visit a round trip. */
  containsStyles: boolean;
}

/** Whether the page has the shop's footer. */
export function hasFooter({ frame = "shop" }: Pick<PageView, "frame">): boolean {
  return frame === "shop";
}

/** Whether the page has a contact form, in its content or in the footer. */
export function hasContactForm(view: Pick<PageView, "flags" | "frame">, { footerForm }: StoreFacts): boolean {
  return view.flags.hasContactForm === true || (hasFooter(view) && footerForm !== undefined);
}
