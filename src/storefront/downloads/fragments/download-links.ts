import type { Signatures } from "#platform/signatures.ts";
import { routes } from "#routes";
import { downloadLinkHours, type OrderedDownload } from "#shop/orders/downloads/download.ts";

/** Returns the signed address of each file, by its id; it works until the link or the buyer's access expires. */
export function downloadLinks(
  signatures: Signatures,
  downloads: readonly OrderedDownload[],
  now: Date,
): ReadonlyMap<number, string> {
  const expires = Math.floor(now.getTime() / 1000) + downloadLinkHours * 3600;
  return new Map(
    downloads.map(({ id }) => [id, routes.downloadFile(id, expires, signatures.sign("download", id, expires))]),
  );
}
