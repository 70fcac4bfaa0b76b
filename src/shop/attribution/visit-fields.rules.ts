import { type Attribution, type AttributionField, readAttribution } from "./attribution.rules.ts";
import { decoded, none, type PageView, sourceOf } from "./sources.rules.ts";
import { withTouchesOf } from "./touches.rules.ts";
import { afterViews, noVisits, type Visits, visitMs } from "./visit.rules.ts";
import { cookiesOf, formatTime } from "./visit-cookies.rules.ts";

/** Returns the reported fields of a browser's visits; "" for no value. */
export function fieldsOf({ current, currentLanding, session, count, agent }: Visits): Record<AttributionField, string> {
  const text = (value: string | undefined) => decoded(value ?? "");
  return {
    sourceType: current?.type ?? "",
    referrer: currentLanding ? currentLanding.referrer || none : "",
    utmCampaign: text(current?.campaign),
    utmSource: text(current?.source),
    utmMedium: text(current?.medium),
    utmContent: text(current?.content),
    utmId: text(current?.id),
    utmTerm: text(current?.term),
    utmSourcePlatform: text(current?.platform),
    utmCreativeFormat: text(current?.format),
    utmMarketingTactic: text(current?.tactic),
    sessionEntry: currentLanding?.entry ?? "",
    sessionStartTime: currentLanding ? formatTime(currentLanding.at) : "",
    sessionPages: session && session.pages > 0 ? String(session.pages) : "",
    sessionCount: count > 0 ? String(count) : "",
    userAgent: agent,
  };
}

/** Returns the name of a reported field without its prefix: `utm_source` for `utmSource`. */
export function wireName(field: AttributionField): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The prefix of the reported fields' names. */
export const attributionPrefix = "wc_order_attribution_";

/** The reported fields without their prefix, each with its place in the data of the protocol's script. */
export const attributionSources = {
  source_type: "current.typ",
  referrer: "current_add.rf",
  utm_campaign: "current.cmp",
  utm_source: "current.src",
  utm_medium: "current.mdm",
  utm_content: "current.cnt",
  utm_id: "current.id",
  utm_term: "current.trm",
  utm_source_platform: "current.plt",
  utm_creative_format: "current.fmt",
  utm_marketing_tactic: "current.tct",
  session_entry: "current_add.ep",
  session_start_time: "current_add.fd",
  session_pages: "session.pgs",
  session_count: "udata.vst",
  user_agent: "udata.uag",
} as const;

/** The parts of a request that may show where the shopper came from. */
export interface LandingRequest {
  /** The visits in its cookies. */
  visits: Visits;
  /** Its address. */
  url: string;
  /** The Referer header; "" for none. */
  referrer: string;
  /** Whether it loads a page. */
  isNavigation: boolean;
  /** The User-Agent header. */
  agent: string;
  /** ms since 1970. */
  at: number;
}

/** Returns the attribution that a request shows: by its cookies, else by its referrer and address; null if they show none. */
export function attributionIn(request: LandingRequest): Attribution | null {
  const { visits, agent, at } = request;
  if (visits.current) return readAttribution(fieldsOf(visits), agent, withTouchesOf([], visits, at));
  const view = viewOf(request);
  if (!view || sourceOf(view, { hasSession: false, hasSource: false }) === null) return null;
  const seen = afterViews(noVisits, [view], agent);
  // A single request does not tell the number of pages and visits.
  const told = { ...seen, session: null, count: 0 };
  return readAttribution(fieldsOf(told), agent, withTouchesOf([], told, at));
}

/** The cookies of a source and where it was seen, without those that count visits and pages. */
const landingCookieNames = ["sbjs_current", "sbjs_current_add", "sbjs_first", "sbjs_first_add"] as const;

/** Returns the cookies (name, value) that keep the source of a page's request; none if it shows no new one. */
export function landingCookies({
  visits,
  url,
  referrer,
  at,
}: Pick<LandingRequest, "visits" | "url" | "referrer" | "at">): (readonly [string, string])[] {
  const view = { url, referrer, at };
  const hasSession = visits.currentLanding !== null && at - visits.currentLanding.at < visitMs;
  if (sourceOf(view, { hasSession, hasSource: true }) === null) return [];
  const session = hasSession ? { pages: 1, page: "" } : null;
  const cookies = cookiesOf(afterViews({ ...visits, session }, [view], ""));
  return landingCookieNames.map((name) => [name, cookies[name] ?? ""]);
}

/** Returns the page view that a request shows; null if it does not tell how the shopper came. */
function viewOf({ url, referrer, isNavigation, at }: LandingRequest): PageView | null {
  const isOwn = URL.canParse(referrer) && URL.canParse(url) && new URL(referrer).host === new URL(url).host;
  if (!isOwn) return isNavigation ? { url, referrer, at } : null;
  // The request comes from a page of the shop, whose own address may still have the campaign.
  const page = { url: referrer, referrer: "", at };
  return sourceOf(page, { hasSession: false, hasSource: true }) ? page : null;
}
