import type { NetworkName } from "#shop/tracking/networks/networks.rules.ts";
import { readCookie } from "../../client/requests/read-cookie.ts";
import { setCookie } from "./set-cookie.ts";

/** How long (days) a browser remembers that a purchase was told. */
const days = 180;

/**
 * Remembers that a network was told about a purchase, in a cookie of the order's page. Tabs share it.
 * @returns false if it was told before
 */
export function rememberPurchase(transactionId: string, network: NetworkName): boolean {
  const name = `chowk_purchase_${encodeURIComponent(transactionId)}`;
  const told = readCookie(name).split(".").filter(Boolean);
  if (told.includes(network)) return false;
  setCookie(name, [...told, network].join("."), { days, path: window.location.pathname });
  return true;
}
