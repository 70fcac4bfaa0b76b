/** A page view: its address, the address of the page before it ("" for none), and when it was (ms since 1970). */
export interface PageView {
  url: string;
  referrer: string;
  at: number;
}

/** How a visit began. A campaign's texts are as in the address, still percent-encoded; "(none)" where there is no value. */
export interface Source {
  type: "utm" | "organic" | "referral" | "typein";
  source: string;
  medium: string;
  campaign: string;
  content: string;
  term: string;
  id: string;
  platform: string;
  format: string;
  tactic: string;
}

/** No value, as the protocol spells it. */
export const none = "(none)";

const direct: Source = {
  type: "typein",
  source: "(direct)",
  medium: none,
  campaign: none,
  content: none,
  term: none,
  id: none,
  platform: none,
  format: none,
  tactic: none,
};

/** The parameters of tagged links. */
const campaignParameters = {
  source: "utm_source",
  medium: "utm_medium",
  campaign: "utm_campaign",
  content: "utm_content",
  term: "utm_term",
  id: "utm_id",
  platform: "utm_source_platform",
  format: "utm_creative_format",
  tactic: "utm_marketing_tactic",
} as const satisfies Partial<Record<keyof Source, string>>;

/** Parameters that mark paid clicks, and the advertisers that add them. The protocol knows gclid and yclid. */
const paidClicks: Readonly<Record<string, string>> = {
  gclid: "google",
  gbraid: "google",
  wbraid: "google",
  dclid: "google",
  yclid: "yandex",
  msclkid: "bing",
  ttclid: "tiktok",
  twclid: "twitter",
  li_fat_id: "linkedin",
};

/** Search engines: the host, without "www.", and the parameter that its results pages must have; null for none. */
const searchEngines: readonly { source: string; host: RegExp; parameter: string | null }[] = [
  { source: "google", host: /^google(?:\.[a-z]{2,3}){1,2}$/, parameter: null },
  { source: "yandex", host: /^yandex(?:\.[a-z]{2,3}){1,2}$/, parameter: "text" },
  { source: "bing", host: /(?:^|\.)bing\.com$/, parameter: "q" },
  { source: "yahoo", host: /(?:^|\.)yahoo(?:\.[a-z]{2,3}){1,2}$/, parameter: "p" },
  { source: "about", host: /(?:^|\.)about\.com$/, parameter: "q" },
  { source: "aol", host: /(?:^|\.)aol(?:\.[a-z]{2,3}){1,2}$/, parameter: "q" },
  { source: "ask", host: /(?:^|\.)ask\.com$/, parameter: "q" },
  { source: "globososo", host: /(?:^|\.)globososo\.com$/, parameter: "q" },
  { source: "go.mail.ru", host: /^go\.mail\.ru$/, parameter: "q" },
  { source: "rambler", host: /(?:^|\.)rambler\.ru$/, parameter: "query" },
  { source: "tut.by", host: /(?:^|\.)tut\.by$/, parameter: "query" },
];

/** Hosts that only forward to other sites, and the site that they belong to. */
const forwarders: Readonly<Record<string, string>> = {
  "t.co": "twitter.com",
  "plus.url.google.com": "plus.google.com",
};

/** The maximum length (characters) of a text in an address. */
const maxTextLength = 255;

/**
 * Returns the source that a page view shows; null if it tells nothing new, so that the known source stays. The first that
 * applies: a tagged link or the click id of an advertisement, a search engine, another site (only at the start of a visit),
 * a direct visit (only without a known source). A direct visit therefore never replaces a known source.
 */
export function sourceOf(view: PageView, known: { hasSession: boolean; hasSource: boolean }): Source | null {
  const page = parseAddress(view.url);
  const query = page ? rawQuery(page) : new Map<string, string>();
  const referrer = foreignReferrer(view);
  return (
    campaignIn(query) ??
    (referrer && searchIn(referrer)) ??
    (known.hasSession ? null : ((referrer && referralFrom(referrer)) ?? sharedOnFacebook(query))) ??
    (known.hasSource ? null : direct)
  );
}

/** Returns the address of a page of another site; sub-domains belong to the same site. */
function foreignReferrer({ url, referrer }: PageView): URL | null {
  const from = parseAddress(referrer);
  if (!from || !/^(?:https?|android-app):$/.test(from.protocol)) return null;
  const own = siteOf(parseAddress(url));
  const other = siteOf(from);
  return other === own || other.endsWith(`.${own}`) ? null : from;
}

/** Returns a host without "www.". */
function siteOf(address: URL | null): string {
  return (address?.hostname ?? "").replace(/^www\./, "");
}

function campaignIn(query: ReadonlyMap<string, string>): Source | null {
  const tags = Object.entries(campaignParameters).flatMap(([part, name]) => {
    const value = query.get(name);
    return value === undefined ? [] : [[part, value] as const];
  });
  const clickId = Object.keys(paidClicks).find((name) => query.has(name));
  if (tags.length === 0 && clickId === undefined) return null;
  const advertiser = clickId === undefined ? undefined : paidClicks[clickId];
  const paid = advertiser && { source: advertiser, medium: "cpc", campaign: `${advertiser}_cpc` };
  return { ...direct, source: none, ...paid, ...Object.fromEntries(tags), type: "utm" };
}

function searchIn(referrer: URL): Source | null {
  const host = siteOf(referrer);
  const query = rawQuery(referrer);
  const engine = searchEngines.find(
    ({ host: pattern, parameter }) => pattern.test(host) && (parameter === null || query.has(parameter)),
  );
  return engine ? { ...direct, type: "organic", source: engine.source, medium: "organic" } : null;
}

function referralFrom(referrer: URL): Source {
  const host = siteOf(referrer);
  const source = (Object.hasOwn(forwarders, host) && forwarders[host]) || host;
  return { ...direct, type: "referral", source, medium: "referral", content: cutEncoded(referrer.pathname) || none };
}

/** Facebook adds fbclid to all links, paid or not, and its apps send no referrer. */
function sharedOnFacebook(query: ReadonlyMap<string, string>): Source | null {
  return query.has("fbclid") ? { ...direct, type: "referral", source: "facebook.com", medium: "referral" } : null;
}

/** Returns the parameters that have a value, percent-encoded as they are; of a repeated one the first. */
function rawQuery({ search }: URL): Map<string, string> {
  const found = new Map<string, string>();
  for (const pair of search.slice(1).split("&")) {
    const mark = pair.indexOf("=");
    if (mark <= 0 || mark === pair.length - 1) continue;
    const name = pair.slice(0, mark);
    if (!found.has(name)) found.set(name, cutEncoded(pair.slice(mark + 1)));
  }
  return found;
}

/** Cuts a percent-encoded text between characters, so that it can still be decoded. */
export function cutEncoded(text: string, maxLength = maxTextLength): string {
  if (text.length <= maxLength) return text;
  let cut = text.slice(0, maxLength).replace(/(?:[\uD800-\uDBFF]|%.?)$/, "");
  // A character is encoded in four bytes at most.
  for (let bytes = 0; bytes < 3 && decoded(cut) === cut; bytes += 1) cut = cut.replace(/%[0-9a-f]{2}$/i, "");
  return cut;
}

/** Decodes a text of an address; one that is not encoded, or badly, stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parseAddress(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
