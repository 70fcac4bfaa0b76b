import type { Fact } from "#shop/tracking/facts.rules.ts";
import type { BrowserCall } from "#shop/tracking/networks/network.rules.ts";
import { type NetworkName, networks } from "#shop/tracking/networks/networks.rules.ts";
import { signsOfUse } from "../../client/on-interaction.ts";

/** A network's function before its script has loaded, with the properties that the script looks for. */
interface Stub {
  (...args: readonly unknown[]): void;
  [property: string]: unknown;
}

type Globals = Record<string, unknown> & { dataLayer?: unknown[] };
const globals = window as unknown as Globals;

const tiktokMethods =
  "page track identify instances debug on off once ready alias group enableCookie disableCookie".split(" ");

/** Sets up each network's function as its documentation says. @returns the address of its script */
const scripts: Readonly<Record<NetworkName, (id: string) => string>> = {
  meta(id) {
    const fbq = define("fbq", "callMethod", { loaded: true, version: "2.0", disablePushState: true });
    globals._fbq ??= fbq;
    fbq.push = fbq;
    // Otherwise Meta's script reports clicks and the page's texts by itself.
    fbq("set", "autoConfig", false, id);
    fbq("init", id);
    return "https://connect.facebook.net/en_US/fbevents.js";
  },
  tiktok(id) {
    const address = "https://analytics.tiktok.com/i18n/pixel/events.js";
    const calls: unknown[] = [];
    const methods = tiktokMethods.map((name) => [name, (...args: unknown[]) => calls.push([name, ...args])] as const);
    const pixel = Object.assign([], { _u: address });
    const state = { methods: tiktokMethods, _i: { [id]: pixel }, _t: { [id]: Date.now() }, _o: { [id]: {} } };
    globals.TiktokAnalyticsObject = "ttq";
    globals.ttq ??= Object.assign(calls, state, Object.fromEntries(methods));
    return `${address}?sdkid=${id}&lib=ttq`;
  },
  pinterest(id) {
    define("pintrk", "", { version: "3.0" })("load", id);
    return "https://s.pinimg.com/ct/core.js";
  },
  snapchat(id) {
    define("snaptr", "handleRequest")("init", id);
    return "https://sc-static.net/scevent.min.js";
  },
  google(id) {
    const layer = (globals.dataLayer ??= []);
    // Google's script tells calls from other entries by their `arguments`.
    globals.gtag ??= function gtag() {
      layer.push(arguments);
    };
    (globals.gtag as Stub)("js", new Date());
    return `https://www.googletagmanager.com/gtag/js?id=${id}`;
  },
};

/** Defines a function that keeps its calls until the script has given it `method`. */
function define(name: string, method: string, properties: Readonly<Record<string, unknown>> = {}): Stub {
  const queue: unknown[] = [];
  const keep = (...args: readonly unknown[]) => {
    const call = stub[method];
    if (typeof call === "function") call.apply(stub, args);
    else queue.push(args);
  };
  const stub = Object.assign(keep, { queue, ...properties }) as unknown as Stub;
  globals[name] ??= stub;
  return globals[name] as Stub;
}

/** What the visitor did on the page before. Its scripts load at once: many buyers leave the next page soon. */
const earlierActs: readonly Fact["kind"][] = ["purchase", "add_to_cart", "complete_registration"];

/** Longest time (ms) that the scripts wait for the visitor to use the page. */
const longestWait = 8000;

/**
 * The networks' scripts. They wait until the visitor uses the page, so that they do not delay what is seen first; then they load
 * one after the other, each when the browser is idle. Earlier acts wait for neither.
 */
export class NetworkScripts {
  readonly #started = new Set<NetworkName>();
  #isUrgent = false;
  #begin = () => {};
  #loading: Promise<unknown> = new Promise<void>((resolve) => {
    this.#begin = resolve;
    onUse(resolve);
  });

  /** Calls a network's function with a fact of this kind. The first call loads its script. Call it only with consent. */
  call(network: NetworkName, id: string, { global, method, args }: BrowserCall, kind: Fact["kind"]): void {
    if (earlierActs.includes(kind)) {
      this.#isUrgent = true;
      this.#begin();
    }
    if (!this.#started.has(network)) {
      this.#started.add(network);
      const address = scripts[network](id);
      this.#loading = this.#loading
        .then(() => (this.#isUrgent ? undefined : idle()))
        .then(() => (mayLoad(network) ? load(address) : this.#started.delete(network)));
    }
    const target = globals[global] as Stub;
    if (method) (target[method] as Stub)(...args);
    else target(...args);
  }
}

/** Calls `begin` when the visitor has used the page, or after `longestWait`. */
function onUse(begin: () => void): void {
  if (navigator.userActivation?.hasBeenActive || window.scrollY > 0) return begin();
  for (const sign of signsOfUse) window.addEventListener(sign, begin, { capture: true, passive: true, once: true });
  setTimeout(begin, longestWait);
}

/** Tells whether the visitor still agrees: they may have changed their mind while the script waited. */
const mayLoad = (network: NetworkName) => window.wp_has_consent?.(networks[network].consent) ?? false;

/** Resolves when the browser is idle, after five seconds at the latest. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve, 1000);
  });
}

/** Resolves when the script has run, or failed: blocked scripts do not hold up the others. */
function load(address: string): Promise<unknown> {
  return new Promise((resolve) => {
    const script = document.createElement("script");
    script.async = true;
    script.onload = script.onerror = resolve;
    script.src = address;
    document.head.append(script);
  });
}
