import type { ReactNode } from "react";
import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import type { NonceHolder } from "#http/guards/nonce.ts";
import type { RenderedPage } from "#http/page-cache/cached-page.ts";
import type { Clock } from "#platform/clock.ts";
import type { User } from "#shop/accounts/user.ts";
import type { ComingSoonBannerProps } from "../coming-soon/fragments/coming-soon-banner.tsx";
import type { OpenGraph } from "../layout/document.tsx";
import type { Assets } from "./assets.ts";
import type { StructuredData } from "./structured-data.ts";

/** What kind of page it is, as scripts and body classes tell. */
export interface PageFlags {
  isHome?: boolean;
  isCart?: boolean;
  isCheckout?: boolean;
  isOrderReceived?: boolean;
  isAccountPage?: boolean;
  /** The product's id on its page. */
  productId?: number;
  isListing?: boolean;
  /** An article, a page of text or the list of articles. */
  isArticle?: boolean;
}

/** Names what a page was made from, so that a change of it makes the page anew. */
export type PageTag = RenderedPage["tags"][number];

/** A page, ready to be rendered: its own part and what the document around it says. */
export interface PageView {
  title: string;
  description: string;
  /** Path and query of its one address; null keeps it out of search engines. */
  canonicalPath: string | null;
  bodyClass: string;
  flags: PageFlags;
  openGraph?: Omit<OpenGraph, "image"> & { image: { file: string; width: number; height: number; alt: string } | null };
  searchText?: string;
  /** Pieces in the cart, on pages for one visitor. */
  cartItemCount?: number;
  /** Structured data (schema.org), printed as JSON-LD. */
  structuredData?: readonly StructuredData[];
  content: ReactNode;
  /** Around the checkout there is less, around what is closed nothing that leads on; default: the shop's own frame. */
  frame?: "shop" | "checkout" | "closed";
  /** What it was made from, besides the store's facts. */
  tags: readonly PageTag[];
  /**
   * False when the address asks for something that the page does not have, so that it shows the same as another: of such
   * addresses a stranger can make any number. Default: true.
   */
  isKept?: boolean;
  /** When it becomes wrong by itself. */
  until?: Date | null;
}

/** Somebody who is signed in and reads a page that is made for him alone. */
export interface Reader {
  user: User;
  /** For whom the nonces on it are. */
  holder: NonceHolder;
  /** Whether he works in the shop. */
  isStaff: boolean;
  /** What the coming-soon banner needs where he is to see it; null: he is not. */
  comingSoon: ComingSoonBannerProps | null;
}

/** What rendering needs besides the page. */
export interface PageContext {
  facts: StoreFacts;
  /** Origin of absolute links, without a trailing slash. */
  siteUrl: string;
  /** Path of the request, to mark it in the menus. */
  currentPath: string;
  assets: Assets;
  clock: Clock;
  /** Who reads it; null: a guest, or everybody. */
  reader: Reader | null;
  /** The objects that scripts read, by their global names. */
  scriptParameters: Readonly<Record<string, unknown>>;
  /** When the nonces in them end. */
  nonceUntil: Date;
  /** Whether this page travels by https. */
  isHttps: boolean;
}
