import { cutEncoded, none, type Source } from "./sources.rules.ts";
import { type Landing, noVisits, type Visits } from "./visit.rules.ts";

// The cookies `sbjs_*`, in the format that the protocol's script reads and writes: pairs like `typ=utm`, joined by `|||` and
// encoded. Source: wire notes 9.2.

const separator = "|||";

/** Longest cookie value (characters), so that a long link cannot make the browser's requests too large for the server. */
const maxCookieLength = 1000;

/** The parts of a source by their keys. */
const sourceKeys = {
  typ: "type",
  src: "source",
  mdm: "medium",
  cmp: "campaign",
  cnt: "content",
  trm: "term",
  id: "id",
  plt: "platform",
  fmt: "format",
  tct: "tactic",
} as const satisfies Record<string, keyof Source>;

/** The cookie of the visit under way. It lasts 30 minutes; the others last until the browser closes. */
export const sessionCookie = "sbjs_session";

/** Every cookie of the protocol's script. */
export const visitCookies = [
  "sbjs_migrations",
  "sbjs_current_add",
  "sbjs_first_add",
  "sbjs_current",
  "sbjs_first",
  "sbjs_udata",
  sessionCookie,
] as const;

type VisitCookie = (typeof visitCookies)[number];

/** Returns the cookies' values, encoded. */
export function cookiesOf(visits: Visits): Partial<Record<VisitCookie, string>> {
  const { current, currentLanding, first, firstLanding, count, agent, session } = visits;
  return {
    // A constant of the format.
    sbjs_migrations: encoded({ "1418474375998": "1" }),
    ...(currentLanding && { sbjs_current_add: encoded(landingPairs(currentLanding)) }),
    ...(firstLanding && { sbjs_first_add: encoded(landingPairs(firstLanding)) }),
    ...(current && { sbjs_current: encoded(sourcePairs(current)) }),
    ...(first && { sbjs_first: encoded(sourcePairs(first)) }),
    sbjs_udata: encoded({ vst: String(count), uip: none, uag: agent }),
    ...(session && { sbjs_session: encoded({ pgs: String(session.pages), cpg: session.page }) }),
  };
}

/** Reads the cookies. @param read returns a decoded cookie, "" for none */
export function visitsIn(read: (name: VisitCookie) => string): Visits {
  const session = pairsIn(read(sessionCookie));
  const person = pairsIn(read("sbjs_udata"));
  return {
    ...noVisits,
    current: sourceIn(pairsIn(read("sbjs_current"))),
    currentLanding: landingIn(pairsIn(read("sbjs_current_add"))),
    first: sourceIn(pairsIn(read("sbjs_first"))),
    firstLanding: landingIn(pairsIn(read("sbjs_first_add"))),
    count: countIn(person.get("vst")),
    agent: person.get("uag") ?? "",
    session: session.size === 0 ? null : { pages: countIn(session.get("pgs")), page: session.get("cpg") ?? "" },
  };
}

/**
 * Returns a cookie with its attributes, as `document.cookie` and `Set-Cookie` take it.
 * @param minutes 0: until the browser closes; less: deletes the cookie
 */
export function cookieLine(name: string, value: string, { host, minutes = 0 }: { host: string; minutes?: number }) {
  const age = minutes === 0 ? "" : `;max-age=${minutes * 60}`;
  return `${name}=${value};path=/${domainAttribute(host)};samesite=lax${age}`;
}

/** Returns the domain of a host with its sub-domains; "" for an IP address or a single label, whose cookies have none. */
function domainAttribute(host: string): string {
  const isNamed = host.includes(".") && !/^[\d.]+$/.test(host) && !host.startsWith("[");
  return isNamed ? `;domain=.${host.replace(/^www\./, "")}` : "";
}

function sourcePairs(source: Source): Record<string, string> {
  return Object.fromEntries(Object.entries(sourceKeys).map(([key, part]) => [key, source[part]]));
}

function sourceIn(pairs: ReadonlyMap<string, string>): Source | null {
  const type = (["utm", "organic", "referral", "typein"] as const).find((one) => one === pairs.get("typ"));
  if (!type) return null;
  const parts = Object.entries(sourceKeys).map(([key, part]) => [part, pairs.get(key) || none]);
  return { ...(Object.fromEntries(parts) as Record<keyof Source, string>), type };
}

function landingPairs({ entry, referrer, at }: Landing): Record<string, string> {
  return { fd: formatTime(at), ep: entry, rf: referrer || none };
}

function landingIn(pairs: ReadonlyMap<string, string>): Landing | null {
  const at = Date.parse(`${(pairs.get("fd") ?? "").replace(" ", "T")}Z`);
  if (Number.isNaN(at)) return null;
  const referrer = pairs.get("rf") ?? none;
  return { entry: pairs.get("ep") ?? "", referrer: referrer === none ? "" : referrer, at };
}

/** Formats a moment as "2026-11-21 12:00:00", in UTC. */
export function formatTime(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace("T", " ");
}

function countIn(text = ""): number {
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 0;
}

function pairsIn(text: string): Map<string, string> {
  return new Map(
    text.split(separator).flatMap((pair) => {
      const mark = pair.indexOf("=");
      return mark <= 0 ? [] : [[pair.slice(0, mark), pair.slice(mark + 1)] as const];
    }),
  );
}

/** Returns pairs as a cookie value. Values that do not fit are shortened, the longest first. */
function encoded(pairs: Readonly<Record<string, string>>): string {
  const values = new Map(
    Object.entries(pairs).map(([key, value]) => [key, value.replaceAll(separator, "%7C%7C%7C")] as const),
  );
  for (;;) {
    const text = escaped([...values].map(([key, value]) => `${key}=${value}`).join(separator));
    if (text.length <= maxCookieLength) return text;
    const [longest = ""] = [...values.keys()].sort((one, other) => lengthOf(values, other) - lengthOf(values, one));
    const value = values.get(longest) ?? "";
    values.set(longest, cutEncoded(value, Math.floor(value.length * 0.75)));
  }
}

function lengthOf(values: ReadonlyMap<string, string>, key: string): number {
  return values.get(key)?.length ?? 0;
}

/** Encodes as the protocol's script does: more than encodeURIComponent. Lone surrogates become U+FFFD. */
function escaped(text: string): string {
  const sound = text.replace(/\p{Cs}/gu, "\ufffd");
  return encodeURIComponent(sound).replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
