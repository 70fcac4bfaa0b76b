/** The traffic source of a visit and what was viewed, as reported by the browser. Unknown fields are missing. */
export interface Attribution {
  sourceType?: SourceType;
  /** The page of another site that led here. */
  referrer?: string;
  utmCampaign?: string;
  utmSource?: string;
  utmMedium?: string;
  utmContent?: string;
  utmId?: string;
  utmTerm?: string;
  utmSourcePlatform?: string;
  utmCreativeFormat?: string;
  utmMarketingTactic?: string;
  /** The landing page's address. */
  sessionEntry?: string;
  /** ISO 8601, UTC. */
  sessionStartTime?: string;
  /** Pages viewed in this visit. */
  sessionPages?: number;
  /** Visits so far. */
  sessionCount?: number;
  userAgent?: string;
  deviceType: "Mobile" | "Desktop";
}

const sourceTypes = ["utm", "organic", "referral", "typein", "mobile_app", "admin", "pos"] as const;
type SourceType = (typeof sourceTypes)[number];

/** The maximum length (characters) of a campaign's name, and of an address or a user agent. */
const maxNameLength = 255;
const maxAddressLength = 2000;
/** Higher counts are invalid. */
const highestCount = 1_000_000;

const name = (text: string) => cut(text, maxNameLength);
const address = (text: string) => cut(text, maxAddressLength);

/** Reads each field; undefined: no value. */
const readers = {
  sourceType: (text: string) => sourceTypes.find((type) => type === text),
  referrer: address,
  utmCampaign: name,
  utmSource: name,
  utmMedium: name,
  utmContent: name,
  utmId: name,
  utmTerm: name,
  utmSourcePlatform: name,
  utmCreativeFormat: name,
  utmMarketingTactic: name,
  sessionEntry: address,
  sessionStartTime: momentOf,
  sessionPages: countOf,
  sessionCount: countOf,
  userAgent: address,
} satisfies Record<Exclude<keyof Attribution, "deviceType">, (text: string) => string | number | undefined>;

export type AttributionField = keyof typeof readers;

/** Every field that a browser reports. */
export const attributionFields = Object.keys(readers) as AttributionField[];

/**
 * Reads the reported fields within their limits; null if none has a value.
 * @param reported "" and "(none)" mean no value @param agent the request's user agent
 */
export function readAttribution(
  reported: Readonly<Record<AttributionField, string>>,
  agent: string,
): Attribution | null {
  const entries = attributionFields.flatMap((field) => {
    const text = withoutControls(reported[field]);
    const value = text === "" || text === "(none)" ? undefined : readers[field](text);
    return value === undefined ? [] : [[field, value] as const];
  });
  if (entries.length === 0) return null;
  // Tablets count as mobile, as in the protocol's shops.
  const deviceType = /Mobi|Android|iPhone|iPad|Tablet/.test(agent) ? "Mobile" : "Desktop";
  return { ...(Object.fromEntries(entries) as Omit<Attribution, "deviceType">), deviceType };
}

/** Never splits a surrogate pair, which the database would refuse. */
function cut(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "");
}

function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, "").trim();
}

function countOf(text: string): number | undefined {
  return /^[1-9]\d{0,6}$/.test(text) && Number(text) <= highestCount ? Number(text) : undefined;
}

/** Parses "2026-11-21 12:00:00", which is UTC. */
function momentOf(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined;
  const moment = new Date(`${text.replace(" ", "T")}Z`);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
