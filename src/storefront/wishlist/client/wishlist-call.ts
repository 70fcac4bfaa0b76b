import { clientRoutes } from "#routes";
import { parameters } from "../../client/requests/parameters.ts";
import { fragmentFields, replaceFragments, type WishFragments } from "./fragments.ts";

/** The answer of a call. Most calls answer only some of these fields, two answer with an empty body. */
export interface WishlistAnswer {
  /** "true", "exists" or "error" after adding; true or false after other changes. */
  result?: string | boolean;
  /** HTML after adding, text after other changes. */
  message?: string;
  fragments?: WishFragments;
  template?: string;
  user_wishlists?: readonly { id: number; wishlist_name: string }[];
}

export interface WishlistCall {
  action: string;
  fields: Readonly<Record<string, string | readonly string[]>>;
  /** Parts of the page to render again. */
  fragments?: readonly HTMLElement[];
  /** Options of these fragments that differ from those on the page. */
  options?: object;
  signal?: AbortSignal;
  /** Whether the fragments of the answer are still to be shown. Default: yes. */
  isShown?: () => boolean;
  /** Completes the call even if the page is left. */
  keepalive?: boolean;
}

const timeoutMs = 20_000;

/** How old (ms) a page may be before its nonces may have expired. */
const nonceLifetimeMs = 11 * 60 * 60 * 1000;

/**
 * Makes one of the wishlist's calls and replaces the fragments of its answer. If the nonce has expired, which no call says
 * clearly, it gets new ones and tries again.
 * @throws if the network or the call fails
 */
export async function callWishlist(call: WishlistCall): Promise<WishlistAnswer> {
  if (performance.now() > nonceLifetimeMs) await renewNonces();
  let answer = await post(call);
  if (answer.result === false && (await renewNonces()).has(call.action)) answer = await post(call);
  if (call.isShown?.() ?? true) replaceFragments(answer.fragments ?? {});
  return answer;
}

async function post({
  action,
  fields,
  fragments = [],
  options,
  signal,
  keepalive = false,
}: WishlistCall): Promise<WishlistAnswer> {
  const { ajax_url: url = clientRoutes.siteCall(), nonce = {} } = parameters("yith_wcwl_l10n") ?? {};
  const body = new URLSearchParams([
    ["action", action],
    ["nonce", nonce[`${action}_nonce`] ?? ""],
    ["context", "frontend"],
    ...Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
    ...fragmentFields(fragments, options),
  ]);
  const signals = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  const response = await fetch(url, { method: "POST", body, keepalive, signal: AbortSignal.any(signals) });
  if (!response.ok) throw new Error(`${action} answered ${response.status}`);
  const text = await response.text();
  return text === "" ? {} : (JSON.parse(text) as WishlistAnswer);
}

/** Gets new nonces. @returns the actions whose nonce has changed */
async function renewNonces(): Promise<Set<string>> {
  const known = parameters("yith_wcwl_l10n")?.nonce ?? {};
  const response = await fetch(`${clientRoutes.visitorState()}?nonces`, { signal: AbortSignal.timeout(timeoutMs) });
  const { nonces = {} } = response.ok ? ((await response.json()) as { nonces?: Record<string, string> }) : {};
  const changed = Object.entries(nonces).filter(([name, nonce]) => known[name] !== nonce);
  Object.assign(known, nonces);
  return new Set(changed.map(([name]) => name.replace(/_nonce$/, "")));
}
