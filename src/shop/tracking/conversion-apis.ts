import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Settings } from "../settings/setting-definitions.ts";
import type { Payload } from "./facts.rules.ts";
import type { NetworkName } from "./networks/networks.rules.ts";

/** A request to a network. */
export interface ConversionRequest {
  /** Without a scheme: "graph.facebook.com/v21.0/1/events". */
  address: string;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** What a network said of a request: of all its events, or of each in order (null: taken). */
export type Verdict =
  | { kind: "taken" }
  | { kind: "each"; refusals: readonly (string | null)[] }
  | { kind: "refused"; reason: string }
  /** Not now: the network is down, busy, or does not accept the shop's token. */
  | { kind: "later"; reason: string };

/** A network's interface for servers. */
interface ConversionApi {
  /** Most events per request. */
  batch: number;
  /** Whether the settings allow it. */
  isOn(settings: Settings): boolean;
  requestOf(settings: Settings, events: readonly Payload[]): ConversionRequest;
  verdictOf(status: number, answer: unknown): Verdict;
}

const json = { "content-type": "application/json" };

const metaAnswer = Compile(
  Type.Object({
    error: Type.Object({ code: Type.Integer(), message: Type.String(), is_transient: Type.Optional(Type.Boolean()) }),
  }),
);
/** Unknown error, service down, limits of calls; an invalid token, missing permissions. Source: Graph API, error codes. */
const metaLater: ReadonlySet<number> = new Set([1, 2, 4, 10, 17, 102, 190, 200, 341, 368, 613, 80_004]);

const tiktokAnswer = Compile(Type.Object({ code: Type.Integer(), message: Type.String() }));
/** Permissions, limits of calls, tokens; errors of TikTok's own. Source: Business API, return codes. */
const isTikTokLater = (code: number) => code === 40_001 || (code >= 40_100 && code < 40_200) || code >= 50_000;

const pinterestAnswer = Compile(
  Type.Object({
    events: Type.Array(
      Type.Object({
        status: Type.String(),
        error_message: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      }),
    ),
  }),
);
const pinterestError = Compile(Type.Object({ message: Type.String() }));
const snapchatAnswer = Compile(Type.Object({ reason: Type.String() }));

/** Returns the verdict of a status that says the same for all networks; undefined for others. */
function verdictOfStatus(status: number): Verdict | undefined {
  if (status === 401 || status === 403) return { kind: "later", reason: `the network answered ${status} to the token` };
  if (status === 408 || status === 429 || status >= 500)
    return { kind: "later", reason: `the network answered ${status}` };
  return undefined;
}

const refused = (reason: string): Verdict => ({ kind: "refused", reason });
const isSuccess = (status: number) => status >= 200 && status < 300;

/** How each network is told by the server. Source: the networks' documentation. */
export const conversionApis: Readonly<Record<NetworkName, ConversionApi>> = {
  meta: {
    batch: 100,
    isOn: ({ meta_pixel_id: id, meta_secret_token: token }) => id !== "" && token !== "",
    requestOf: (settings, data) => ({
      address: `graph.facebook.com/v21.0/${settings.meta_pixel_id}/events`,
      headers: json,
      body: {
        data,
        access_token: settings.meta_secret_token,
        ...(isTest(settings) && settings.meta_test_code !== "" && { test_event_code: settings.meta_test_code }),
      },
    }),
    verdictOf(status, answer) {
      if (isSuccess(status)) return { kind: "taken" };
      if (!metaAnswer.Check(answer)) return verdictOfStatus(status) ?? refused(`the network answered ${status}`);
      const { code, message, is_transient: isTransient } = answer.error;
      if (isTransient || metaLater.has(code) || status >= 500) return { kind: "later", reason: `${code}: ${message}` };
      return refused(`${code}: ${message}`);
    },
  },
  tiktok: {
    batch: 50,
    isOn: ({ tiktok_pixel_id: id, tiktok_secret_token: token }) => id !== "" && token !== "",
    requestOf: (settings, data) => ({
      address: "business-api.tiktok.com/open_api/v1.3/event/track/",
      headers: { ...json, "access-token": settings.tiktok_secret_token },
      body: {
        event_source: "web",
        event_source_id: settings.tiktok_pixel_id,
        ...(isTest(settings) && settings.tiktok_test_code !== "" && { test_event_code: settings.tiktok_test_code }),
        data,
      },
    }),
    verdictOf(status, answer) {
      // Errors have the status 200 too.
      if (!tiktokAnswer.Check(answer)) return verdictOfStatus(status) ?? refused(`the network answered ${status}`);
      const { code, message } = answer;
      if (code === 0) return { kind: "taken" };
      return isTikTokLater(code) ? { kind: "later", reason: `${code}: ${message}` } : refused(`${code}: ${message}`);
    },
  },
  pinterest: {
    batch: 100,
    isOn: ({ pinterest_ad_account: account, pinterest_secret_token: token }) => account !== "" && token !== "",
    requestOf: (settings, data) => ({
      address: `api.pinterest.com/v5/ad_accounts/${settings.pinterest_ad_account}/events${isTest(settings) ? "?test=true" : ""}`,
      headers: { ...json, authorization: `Bearer ${settings.pinterest_secret_token}` },
      body: { data },
    }),
    verdictOf(status, answer) {
      const later = verdictOfStatus(status);
      if (later) return later;
      if (pinterestAnswer.Check(answer))
        return {
          kind: "each",
          refusals: answer.events.map((event) =>
            event.status === "processed" ? null : (event.error_message ?? event.status),
          ),
        };
      if (isSuccess(status)) return { kind: "taken" };
      return refused(pinterestError.Check(answer) ? answer.message : `the network answered ${status}`);
    },
  },
  snapchat: {
    batch: 100,
    isOn: ({ snapchat_pixel_id: id, snapchat_secret_token: token }) => id !== "" && token !== "",
    requestOf: (settings, data) => ({
      address: `tr.snapchat.com/v3/${settings.snapchat_pixel_id}/events${isTest(settings) ? "/validate" : ""}?access_token=${encodeURIComponent(settings.snapchat_secret_token)}`,
      headers: json,
      body: { data },
    }),
    verdictOf(status, answer) {
      if (isSuccess(status)) return { kind: "taken" };
      const reason = snapchatAnswer.Check(answer) ? answer.reason : `the network answered ${status}`;
      return verdictOfStatus(status) ?? refused(reason);
    },
  },
  google: {
    // A request belongs to one browser.
    batch: 1,
    isOn: ({ google_measurement_id: id, google_secret_key: secret }) => id !== "" && secret !== "",
    requestOf: (settings, [event]) => ({
      address: `www.google-analytics.com/mp/collect?${new URLSearchParams({
        measurement_id: settings.google_measurement_id,
        api_secret: settings.google_secret_key,
      })}`,
      headers: json,
      body: event,
    }),
    // It takes everything and refuses nothing; see docs/operations.md.
    verdictOf: (status) =>
      isSuccess(status) ? { kind: "taken" } : (verdictOfStatus(status) ?? refused(`the network answered ${status}`)),
  },
};

const isTest = ({ tracking_test_mode: mode }: Settings) => mode === "yes";

/** Returns whether the server tells a network about conversions. */
export function isToldByServer(name: NetworkName, settings: Settings): boolean {
  return conversionApis[name].isOn(settings);
}
