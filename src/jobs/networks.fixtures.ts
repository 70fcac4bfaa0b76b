import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

type Json = Readonly<Record<string, unknown>>;

/** A request that a fake network got. */
export interface NetworkRequest {
  host: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: Json;
}

/** An answer of a network. */
interface Answer {
  status: number;
  body?: unknown;
}

/** The tokens that the fakes accept. */
const tokens = {
  meta: "meta-token-0001",
  tiktok: "tiktok-token-0001",
  pinterest: "pinterest-token-0001",
  snapchat: "snapchat-token-0001",
  google: "google-secret-0001",
} as const;

/** Settings with which the shop reports to all fakes. */
export const networkSettings = {
  meta_pixel_id: "1234567890",
  meta_secret_token: tokens.meta,
  tiktok_pixel_id: "C0FFEE0C0FFEE",
  tiktok_secret_token: tokens.tiktok,
  pinterest_tag_id: "2612345678901",
  pinterest_ad_account: "549755885175",
  pinterest_secret_token: tokens.pinterest,
  snapchat_pixel_id: "0a1b2c3d-0000-4000-8000-0a1b2c3d4e5f",
  snapchat_secret_token: tokens.snapchat,
  google_measurement_id: "G-ABCD1234",
  google_secret_key: tokens.google,
} as const;

const hash = /^[0-9a-f]{64}$/;
const written = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value ?? ""));
const currencies = new Set(Intl.supportedValuesOf("currency"));

/** Collects faults of a request. */
class Faults {
  readonly list: string[] = [];

  add(message: string): void {
    this.list.push(message);
  }

  /** Refuses names that the network does not document. */
  known(where: string, value: object | undefined, names: readonly string[]): void {
    for (const name of Object.keys(value ?? {})) if (!names.includes(name)) this.add(`${where}.${name} is not known`);
  }

  /** Requires lists of hashes, or single ones. */
  hashed(where: string, value: Json, names: readonly string[], isListed: boolean): void {
    for (const name of names) {
      const given = value[name];
      if (given === undefined) continue;
      const all = isListed ? given : [given];
      if (!Array.isArray(all) || !all.every((one) => typeof one === "string" && hash.test(one)))
        this.add(`${where}.${name} must be hashed`);
    }
  }

  time(seconds: unknown, now: Date, days: number): void {
    const age = now.getTime() / 1000 - Number(seconds);
    if (!Number.isInteger(seconds)) this.add("the time must be whole seconds");
    else if (age > days * 86_400) this.add("the time is too old");
    else if (age < -600) this.add("the time is in the future");
  }

  money(data: Json, value: unknown): void {
    if (data.currency !== undefined && !currencies.has(written(data.currency))) this.add("the currency is not known");
    if (value !== undefined && (typeof value !== "number" || !Number.isFinite(value)))
      this.add("the value must be a number");
  }
}

const contactNames = ["em", "ph", "fn", "ln", "ct", "st", "zp", "country", "external_id"];

function checkMeta(event: Json, now: Date, faults: Faults): void {
  const user = (event.user_data ?? {}) as Json;
  const data = (event.custom_data ?? {}) as Json;
  faults.known("event", event, [
    "event_name",
    "event_time",
    "event_id",
    "action_source",
    "event_source_url",
    "user_data",
    "custom_data",
  ]);
  faults.known("user_data", user, [...contactNames, "client_ip_address", "client_user_agent", "fbp", "fbc"]);
  faults.hashed("user_data", user, contactNames, true);
  faults.time(event.event_time, now, 7);
  faults.money(data, data.value);
  if (event.action_source !== "website") faults.add("action_source is missing");
  if (user.client_user_agent === undefined || event.event_source_url === undefined)
    faults.add("website events need client_user_agent and event_source_url");
  if (event.event_name === "Purchase" && (data.currency === undefined || data.value === undefined))
    faults.add("purchases need currency and value");
  if (user.fbc !== undefined && !/^fb\.\d\.\d{13}\./.test(written(user.fbc))) faults.add("fbc is malformed");
}

function checkTikTok(event: Json, now: Date, faults: Faults): void {
  const user = (event.user ?? {}) as Json;
  const data = (event.properties ?? {}) as Json;
  const hashed = ["email", "phone", "external_id", "first_name", "last_name", "zip_code"];
  faults.known("event", event, ["event", "event_time", "event_id", "user", "page", "properties"]);
  faults.known("user", user, [...hashed, "ip", "user_agent", "ttp", "ttclid"]);
  faults.hashed("user", user, hashed, false);
  faults.time(event.event_time, now, 28);
  faults.money(data, data.value);
  if (typeof (event.page as Json | undefined)?.url !== "string") faults.add("page.url is missing");
  for (const content of (data.contents ?? []) as Json[])
    faults.known("contents", content, ["content_id", "content_name", "content_category", "quantity", "price", "brand"]);
}

const pinterestEvents = [
  "page_visit",
  "add_to_cart",
  "checkout",
  "lead",
  "signup",
  "search",
  "view_category",
  "watch_video",
  "custom",
];

function checkPinterest(event: Json, now: Date, faults: Faults): void {
  const user = (event.user_data ?? {}) as Json;
  const data = (event.custom_data ?? {}) as Json;
  faults.known("event", event, [
    "event_name",
    "action_source",
    "event_time",
    "event_id",
    "event_source_url",
    "user_data",
    "custom_data",
  ]);
  faults.known("user_data", user, [...contactNames, "client_ip_address", "client_user_agent", "click_id"]);
  faults.known("custom_data", data, [
    "currency",
    "value",
    "content_ids",
    "content_name",
    "num_items",
    "order_id",
    "contents",
  ]);
  faults.hashed("user_data", user, contactNames, true);
  faults.time(event.event_time, now, 7);
  faults.money(data, undefined);
  if (data.value !== undefined && typeof data.value !== "string") faults.add("value must be a text");
  if (!pinterestEvents.includes(written(event.event_name)))
    faults.add(`event_name "${written(event.event_name)}" is not known`);
  if (event.action_source !== "web") faults.add("action_source is missing");
  if (user.em === undefined && (user.client_ip_address === undefined || user.client_user_agent === undefined))
    faults.add("user_data needs em, or client_ip_address and client_user_agent");
}

const snapchatEvents = [
  "PAGE_VIEW",
  "VIEW_CONTENT",
  "ADD_CART",
  "ADD_TO_WISHLIST",
  "START_CHECKOUT",
  "ADD_BILLING",
  "PURCHASE",
];

function checkSnapchat(event: Json, now: Date, faults: Faults): void {
  const user = (event.user_data ?? {}) as Json;
  const data = (event.custom_data ?? {}) as Json;
  faults.known("event", event, [
    "event_name",
    "action_source",
    "event_time",
    "event_id",
    "event_source_url",
    "user_data",
    "custom_data",
  ]);
  faults.known("user_data", user, [
    ...contactNames,
    "client_ip_address",
    "client_user_agent",
    "sc_cookie1",
    "sc_click_id",
  ]);
  faults.known("custom_data", data, ["currency", "value", "content_ids", "content_name", "num_items", "order_id"]);
  faults.hashed("user_data", user, contactNames, true);
  faults.time(event.event_time, now, 7);
  faults.money(data, data.value);
  if (!snapchatEvents.includes(written(event.event_name)))
    faults.add(`event_name "${written(event.event_name)}" is not known`);
  if (event.action_source !== "WEB") faults.add("action_source is missing");
}

/** What Google's validation server says; the Measurement Protocol itself takes everything. */
function checkGoogle(request: Json, now: Date, faults: Faults): void {
  const events = (request.events ?? []) as Json[];
  faults.known("request", request, ["client_id", "user_id", "timestamp_micros", "consent", "events"]);
  if (!/^\d+\.\d+$/.test(written(request.client_id))) faults.add("client_id is malformed");
  faults.time(Number(request.timestamp_micros) / 1_000_000, now, 3);
  if (events.length === 0 || events.length > 25) faults.add("events must be 1 to 25");
  for (const { name, params } of events) {
    const given = (params ?? {}) as Json;
    if (!/^[a-zA-Z][a-zA-Z0-9_]{0,39}$/.test(written(name))) faults.add(`the name "${written(name)}" is invalid`);
    faults.money(given, given.value);
    if (["purchase", "refund"].includes(written(name)) && !given.transaction_id)
      faults.add("transaction_id is missing");
    if (given.value !== undefined && given.currency === undefined) faults.add("value needs currency");
  }
}

/** Starts fakes of all networks behind one origin; each refuses what its documentation says that the network refuses. */
export async function openNetworks(now: () => Date) {
  const requests: NetworkRequest[] = [];
  /** Events that the networks have counted, by network, name and event id: each once, as the networks do. */
  const counted = new Map<string, Json>();
  const googleFaults: string[] = [];
  let outage: ((request: NetworkRequest) => Answer | "silence" | "lost" | undefined) | null = null;

  const count = (network: string, name: unknown, id: unknown, event: Json) => {
    const key = `${network} ${written(name)} ${written(id)}`;
    if (!counted.has(key)) counted.set(key, event);
  };

  const each = (data: unknown, check: (event: Json, now: Date, faults: Faults) => void): string[][] =>
    (Array.isArray(data) ? (data as Json[]) : []).map((event) => {
      const faults = new Faults();
      check(event, now(), faults);
      return faults.list;
    });

  function answerMeta({ path, body }: NetworkRequest): Answer {
    const error = (code: number, message: string): Answer => ({
      status: 400,
      body: { error: { message, type: "OAuthException", code } },
    });
    if (body.access_token !== tokens.meta) return error(190, "Invalid OAuth access token.");
    if (path !== `/v21.0/${networkSettings.meta_pixel_id}/events`) return error(100, "Unsupported post request");
    const faults = each(body.data, checkMeta).flat();
    // One bad event refuses the whole request.
    if (faults.length > 0) return error(100, `Invalid parameter: ${faults.join(", ")}`);
    for (const event of body.data as Json[]) count("meta", event.event_name, event.event_id, event);
    return { status: 200, body: { events_received: (body.data as Json[]).length, messages: [] } };
  }

  function answerTikTok({ path, headers, body }: NetworkRequest): Answer {
    const say = (code: number, message: string): Answer => ({
      status: 200,
      body: { code, message, request_id: "r", data: {} },
    });
    if (headers["access-token"] !== tokens.tiktok) return say(40_105, "Access token is incorrect or has been revoked.");
    if (path !== "/open_api/v1.3/event/track/") return { status: 404 };
    const faults = each(body.data, checkTikTok).flat();
    if (body.event_source !== "web" || body.event_source_id !== networkSettings.tiktok_pixel_id)
      faults.push("event_source_id is not known");
    if (faults.length > 0) return say(40_002, faults.join(", "));
    for (const event of body.data as Json[]) count("tiktok", event.event, event.event_id, event);
    return say(0, "OK");
  }

  function answerPinterest({ path, headers, body }: NetworkRequest): Answer {
    if (headers.authorization !== `Bearer ${tokens.pinterest}`)
      return { status: 401, body: { code: 2, message: "Authentication failed." } };
    if (path !== `/v5/ad_accounts/${networkSettings.pinterest_ad_account}/events`)
      return { status: 404, body: { code: 0, message: "Not found" } };
    const results = each(body.data, checkPinterest);
    (body.data as Json[]).forEach((event, place) => {
      if (results[place]?.length === 0) count("pinterest", event.event_name, event.event_id, event);
    });
    return {
      status: 200,
      body: {
        num_events_received: results.length,
        num_events_processed: results.filter((faults) => faults.length === 0).length,
        events: results.map((faults) =>
          faults.length === 0
            ? { status: "processed", error_message: null, warning_message: "" }
            : { status: "failed", error_message: faults.join(", "), warning_message: "" },
        ),
      },
    };
  }

  function answerSnapchat({ path, body }: NetworkRequest): Answer {
    const url = new URL(path, "https://tr.snapchat.com");
    if (url.searchParams.get("access_token") !== tokens.snapchat)
      return { status: 401, body: { status: "INVALID", reason: "bad token" } };
    if (url.pathname !== `/v3/${networkSettings.snapchat_pixel_id}/events`) return { status: 404 };
    const faults = each(body.data, checkSnapchat).flat();
    if (faults.length > 0) return { status: 400, body: { status: "INVALID", reason: faults.join(", ") } };
    for (const event of body.data as Json[]) count("snapchat", event.event_name, event.event_id, event);
    return { status: 200, body: { status: "OK" } };
  }

  function answerGoogle({ path, body }: NetworkRequest): Answer {
    const { searchParams } = new URL(path, "https://www.google-analytics.com");
    const faults = new Faults();
    checkGoogle(body, now(), faults);
    if (searchParams.get("api_secret") !== tokens.google) faults.add("api_secret is wrong");
    if (searchParams.get("measurement_id") !== networkSettings.google_measurement_id)
      faults.add("measurement_id is wrong");
    googleFaults.push(...faults.list);
    if (faults.list.length === 0)
      // Purchases are told apart by their transaction.
      for (const { name, params } of body.events as Json[])
        count(
          "google",
          name,
          (params as Json).transaction_id ?? `${written(body.client_id)}:${written(body.timestamp_micros)}`,
          body,
        );
    return { status: 204 };
  }

  const hosts: Readonly<Record<string, (request: NetworkRequest) => Answer>> = {
    "graph.facebook.com": answerMeta,
    "business-api.tiktok.com": answerTikTok,
    "api.pinterest.com": answerPinterest,
    "tr.snapchat.com": answerSnapchat,
    "www.google-analytics.com": answerGoogle,
  };

  const server = createServer((incoming, response) => {
    void (async () => {
      const [, host = "", rest = ""] = /^\/([^/]+)(\/.*)$/.exec(incoming.url ?? "") ?? [];
      const request = { host, path: rest, headers: incoming.headers, body: JSON.parse(await text(incoming)) as Json };
      requests.push(request);
      const disturbed = outage?.(request);
      if (disturbed === "silence") return;
      const { status, body } = typeof disturbed === "object" ? disturbed : (hosts[host]?.(request) ?? { status: 404 });
      if (disturbed === "lost") return void response.destroy();
      response.writeHead(status, { "content-type": "application/json" });
      response.end(body === undefined ? "" : JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    counted,
    googleFaults,
    /** Answers in place of the networks: an answer, "silence", or "lost": the event is counted, but the answer gets lost. */
    disturb: (how: typeof outage) => void (outage = how),
  };
}
