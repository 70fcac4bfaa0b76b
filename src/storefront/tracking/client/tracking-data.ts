import type { TrackedItem } from "#shop/tracking/facts.rules.ts";
import type { NetworkName } from "#shop/tracking/networks/networks.rules.ts";
import type { PageFact } from "#shop/tracking/page-tracking.rules.ts";

/** The object that pages print if a network is configured. */
export interface TrackingData {
  /** Ids of pixels, tags and measurements, by network. */
  networks: Readonly<Partial<Record<NetworkName, string>>>;
  currency: { code: string; minorUnit: number };
  /** Currency code of events that have no product behind them. */
  currencyOfPixels: string;
  /** Seconds after which product and cart events are told. */
  delay: number;
  /** Names of the shop events that Google gets. */
  googleEvents: readonly string[];
  itemIdentifier: "product_id" | "product_sku";
  /** Whether the page belongs to staff and the shop is in test mode. */
  isTest: boolean;
  nonce: string;
  ajaxUrl: string;
  /** Networks that the shop tells events too. */
  serverNetworks: readonly NetworkName[];
  facts: readonly PageFact[];
  /** By the id of the product or variation. */
  items: Readonly<Record<string, TrackedItem>>;
}

declare global {
  interface Window {
    chowk_tracking?: TrackingData;
    fcaPcEvents?: readonly object[];
    /** Of the WordPress consent API. */
    wp_has_consent?: (category: string) => boolean;
  }
}
