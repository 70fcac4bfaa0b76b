/** How long (hours) a link to a file works. */
export const downloadLinkHours = 24;

/** How long (days) the link in a mail to an order's files works. */
export const mailedLinkDays = 30;

/** A file that an order may download. */
export interface OrderedDownload {
  id: number;
  orderId: number;
  /** The line's product; null: deleted. */
  productId: number | null;
  productName: string;
  /** What the shop calls the file. */
  name: string;
  /** Its key in the storage of downloads, or an http(s) URL. */
  file: string;
  /** How often it can still be downloaded; null: no limit. */
  usesLeft: number | null;
  used: number;
  /** null: never. */
  expiresAt: Date | null;
  isRevoked: boolean;
}

/** The licence keys of an order's line. */
export interface OrderedLicences {
  orderId: number;
  productId: number | null;
  productName: string;
  keys: readonly string[];
  /** Pieces that wait for a key. */
  due: number;
}

/** Files and licence keys. */
export interface DigitalGoods {
  downloads: readonly OrderedDownload[];
  licences: readonly OrderedLicences[];
}

export const noGoods: DigitalGoods = { downloads: [], licences: [] };

/** Returns whether a file can be downloaded, or why not. */
export function downloadState(
  { isRevoked, expiresAt, usesLeft }: OrderedDownload,
  now: Date,
): "open" | "revoked" | "expired" | "used-up" {
  if (isRevoked) return "revoked";
  if (expiresAt !== null && expiresAt <= now) return "expired";
  return usesLeft === 0 ? "used-up" : "open";
}
