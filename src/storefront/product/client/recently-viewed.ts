import { readCookie } from "../../client/requests/read-cookie.ts";

/** Ids of viewed products, the newest last. */
export const viewedCookie = "woocommerce_recently_viewed";
const maxProducts = 15;

/**
 * Adds the product of a product page to the session cookie of viewed products, the newest last, which third-party scripts
 * read. The page is the same for everyone, so the server cannot. Source: wire notes 1.4.
 */
export function rememberViewedProduct(): void {
  const id = /\bsingle-product postid-(\d+)/.exec(document.body.className)?.[1];
  if (!id) return;
  const others = readCookie(viewedCookie)
    .split("|")
    .filter((other) => /^\d+$/.test(other) && other !== id);
  document.cookie = `${viewedCookie}=${[...others, id].slice(-maxProducts).join("|")}; path=/; SameSite=Lax`;
}
