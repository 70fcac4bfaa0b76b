import type { Touch } from "./touches.rules.ts";

/**
 * The traffic source of a visit and what was viewed, as reported by the browser. Unknown fields are missing; of an order whose
 * request tells nothing, only the device is known.
 */
export interface Attribution {
  /** The source for people: "Source: Newsletter". Missing in orders of earlier versions. */
  origin?: string;
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
  /** The sources of the last 30 days, in order: the first and the last touch, and those between. Missing if unknown. */
  touches?: Touch[];
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
} satisfies Record<
  Exclude<keyof Attribution, "deviceType" | "origin" | "touches">,
  (text: string) => string | number | undefined
>;

export type AttributionField = keyof typeof readers;

/** Every field that a browser reports. */
export const attributionFields = Object.keys(readers) as AttributionField[];

/**
 * Reads the reported fields within their limits; null if none has a value.
 * @param reported "" and "(none)" mean no value @param agent the request's user agent @param touches the sources so far
 */
export function readAttribution(
  reported: Readonly<Record<AttributionField, string>>,
  agent: string,
  touches: readonly Touch[] = [],
): Attribution | null {
  const entries = attributionFields.flatMap((field) => {
    const text = withoutControls(reported[field]);
    const value = text === "" || text === "(none)" ? undefined : readers[field](text);
    return value === undefined ? [] : [[field, value] as const];
  });
  if (entries.length === 0) return null;
  const fields = Object.fromEntries(entries) as Omit<Attribution, "deviceType">;
  return {
    origin: originOf(fields),
    ...fields,
    deviceType: deviceOf(agent),
    ...(touches.length > 0 && { touches: [...touches] }),
  };
}

/** Returns the kind of device of a user agent. Tablets count as mobile, as in the protocol's shops. */
export function deviceOf(agent: string): Attribution["deviceType"] {
  return /Mobi|Android|iPhone|iPad|Tablet/.test(agent) ? "Mobile" : "Desktop";
}

/** Returns the source for people; also for orders of earlier versions. */
export function originLabel(attribution: Attribution): string {
  return attribution.origin ?? originOf(attribution);
}

/** Returns the source for people; null if at most the device is known. */
export function knownOrigin(attribution: Attribution | null): string | null {
  return attribution && (attribution.origin ?? attribution.sourceType) ? originLabel(attribution) : null;
}

/** Returns the source for people, as the protocol's shops show it: "Source: Newsletter", "Organic: Google", "Direct". */
function originOf({ sourceType, utmSource = "" }: Pick<Attribution, "sourceType" | "utmSource">): string {
  const name = utmSource.replace(/^\(+|\)+$/g, "");
  const source = name === "" ? "Unknown" : name.charAt(0).toUpperCase() + name.slice(1);
  switch (sourceType) {
    case "utm":
      return `Source: ${source}`;
    case "organic":
      return `Organic: ${source}`;
    case "referral":
      return `Referral: ${source}`;
    case "typein":
      return "Direct";
    case "mobile_app":
      return "Mobile app";
    case "admin":
      return "Web admin";
    case "pos":
      return "Point of Sale";
    default:
      return "Unknown";
  }
}

/** Never splits a surrogate pair, which the database would refuse. */
export function cut(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "");
}

/** Removes control characters, and those that reorder or hide text where it is shown. Lone surrogates become U+FFFD. */
export function withoutControls(text: string): string {
  return text
    .replace(/[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu, "")
    .replace(/\p{Cs}/gu, "\ufffd")
    .trim();
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
