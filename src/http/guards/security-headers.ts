import type { FastifyReply, FastifyRequest } from "fastify";
import { type AddedDirective, addedSources, originSource } from "#shop/settings/csp-additions.rules.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import type { HeaderLines } from "../page-cache/cached-page.ts";
import type { InlineParts } from "../page-cache/inline-parts.ts";
import type { Site } from "./allowed-host.ts";

/** The settings that loosen the policy. */
export type ScriptSettings = Pick<
  Settings,
  "extra_script_urls" | "extra_script_origins" | "csp_additions" | "allow_unsafe_eval" | "subscribe_host"
>;

/** Browser features that no page of a shop needs. */
const denied = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "serial",
  "usb",
  "xr-spatial-tracking",
];

const always: HeaderLines = ["x-content-type-options", "nosniff", "referrer-policy", "strict-origin-when-cross-origin"];

/** For pages whose address has a secret: not even our next page learns more than the origin, which our forms need. */
const originOnly: HeaderLines = ["referrer-policy", "strict-origin"];

/** Headers that apply only to documents, so style sheets and pictures do not carry them. */
const ofDocuments: HeaderLines = [
  "permissions-policy",
  denied.map((power) => `${power}=()`).join(", "),
  "cross-origin-opener-policy",
  "same-origin",
];

const stayOnHttps = (hsts: string | null): HeaderLines => (hsts === null ? [] : ["strict-transport-security", hsts]);

/** The policy for responses other than pages: they load nothing and cannot be framed. */
const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface PageSecurity {
  /** The value of Strict-Transport-Security; null: not sent. */
  hsts: string | null;
  /** Whether the page's address must not reach other sites. */
  hasSecret: boolean;
}

/** Returns every security header line of a page with these inline parts; a later line replaces an earlier one. */
export function pageSecurityHeaders(
  parts: InlineParts,
  settings: ScriptSettings,
  { hsts, hasSecret }: PageSecurity,
): HeaderLines {
  return [
    ...always,
    ...(hasSecret ? originOnly : []),
    ...ofDocuments,
    ...stayOnHttps(hsts),
    "content-security-policy",
    contentPolicy(parts, settings),
  ];
}

/** Returns every security header line of a cached response that is not a page: robots.txt, a sitemap, a feed. */
export function fileSecurityHeaders(hsts: string | null): HeaderLines {
  return [...always, ...stayOnHttps(hsts), "content-security-policy", nothing];
}

/**
 * Returns the Content-Security-Policy of a page: its own files, its own inline parts, and the origins and sources added
 * in the settings.
 */
export function contentPolicy(parts: InlineParts, settings: ScriptSettings): string {
  const extra = extraOrigins(settings);
  const added = addedSources(settings.csp_additions);
  const more = (name: AddedDirective) => added[name] ?? [];
  const subscribing = settings.subscribe_host === "" ? [] : [settings.subscribe_host];
  const frames = [...extra, ...subscribing, ...more("frame-src")];
  const evaluate = settings.allow_unsafe_eval === "yes" ? ["'unsafe-eval'"] : [];
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...parts.scriptHashes, ...evaluate, ...extra, ...more("script-src")],
    ...styleDirectives(["'self'", ...parts.styleHashes, ...more("style-src")], added),
    "img-src": ["'self'", "data:", ...extra, ...more("img-src")],
    "connect-src": ["'self'", ...extra, ...more("connect-src")],
    "frame-src": frames.length > 0 ? frames : ["'none'"],
    ...((added["font-src"] || parts.hasFont) && {
      "font-src": ["'self'", ...(parts.hasFont ? ["data:"] : []), ...more("font-src")],
    }),
    ...(added["media-src"] && { "media-src": ["'self'", ...added["media-src"]] }),
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'", ...subscribing],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

/** Returns `style-src`, and the directives for elements and attributes if the settings add to them: they replace it there. */
function styleDirectives(styles: readonly string[], added: ReturnType<typeof addedSources>) {
  const { "style-src-elem": elements, "style-src-attr": attributes } = added;
  return {
    "style-src": styles,
    ...(elements && { "style-src-elem": withUsableInline([...styles, ...elements]) }),
    ...(attributes && { "style-src-attr": withUsableInline(["'unsafe-hashes'", ...attributes]) }),
  };
}

/** Leaves out hashes next to 'unsafe-inline': browsers ignore it where there is a hash. */
function withUsableInline(sources: readonly string[]): readonly string[] {
  return sources.includes("'unsafe-inline'")
    ? sources.filter((source) => !/^'(?:sha\d|unsafe-hashes)/.test(source))
    : sources;
}

/** Returns an `onRequest` hook that sets the headers of every response; pages override them. */
export function securityHeadersHook(site: Site) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    for (let at = 0; at + 1 < always.length; at += 2) reply.header(always[at] ?? "", always[at + 1]);
    const hsts = site.hstsFor(request);
    if (hsts !== null) reply.header("strict-transport-security", hsts);
    reply.header("content-security-policy", nothing);
    done();
  };
}

/** Returns the valid origins in the settings, which are plain text; invalid ones are left out. */
function extraOrigins(settings: ScriptSettings): string[] {
  const ofUrls = settings.extra_script_urls.map((url) => (URL.canParse(url) ? new URL(url).origin : ""));
  return [
    ...new Set([
      ...ofUrls.filter((origin) => /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/i.test(origin)),
      ...settings.extra_script_origins.flatMap((origin) => originSource(origin) ?? []),
    ]),
  ];
}
