import type { Fact } from "#shop/tracking/facts.rules.ts";
import type { BrowserCall, NetworkEvent } from "#shop/tracking/networks/network.rules.ts";
import { type NetworkName, networkNames, networks } from "#shop/tracking/networks/networks.rules.ts";
import type { PageFact } from "#shop/tracking/page-tracking.rules.ts";
import { LatePart } from "./late-part.ts";
import { postCopy, randomHex } from "./server-copy.ts";
import { rememberPurchase } from "./told-purchases.ts";
import type { TrackingData } from "./tracking-data.ts";

/** What happened to an event. `waiting`: for consent. `unknown`: the network has no such event. */
export type Outcome = "sent" | "waiting" | "off" | "unknown" | "unconfigured" | "repeated";

/** What one network was told about a fact, or why it was not. */
export interface Report {
  fact: Fact;
  network: NetworkName;
  event: NetworkEvent | null;
  outcome: Outcome;
}

interface Told {
  fact: PageFact;
  network: NetworkName;
  event: NetworkEvent;
  /** Milliseconds since 1970. */
  time: number;
}

/** Google's events that the shop's list of events does not switch. */
const unlisted: readonly string[] = ["page_view", "add_to_wishlist", "add_payment_info"];

/** Tells networks about facts: at once if the visitor agreed, otherwise as soon as they agree on this page. */
export class Dispatcher {
  readonly #data: TrackingData;
  readonly #report: (report: Report) => void;
  /** Calls a network's function. Only visitors who agreed load it. */
  readonly #scripts = new LatePart<[NetworkName, id: string, BrowserCall, Fact["kind"]]>(() =>
    import("./network-scripts.ts").then(({ NetworkScripts }) => {
      const scripts = new NetworkScripts();
      return (...call) => scripts.call(...call);
    }),
  );
  #waiting: readonly Told[] = [];

  /** @param report gets every event in test mode */
  constructor(data: TrackingData, report: (report: Report) => void) {
    this.#data = data;
    this.#report = report;
    document.addEventListener("wp_listen_for_consent_change", () => {
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const told of waiting) this.#send(told);
    });
  }

  /** Tells every network. Product and cart events wait for the delay in the settings, unless the page is about to be left. */
  readonly tell = (fact: PageFact): void => {
    const { delay } = this.#data;
    const isDelayed = "items" in fact && fact.kind !== "purchase" && fact.kind !== "add_payment_info";
    if (delay > 0 && isDelayed) setTimeout(() => this.#tellAll(fact), delay * 1000);
    else this.#tellAll(fact);
  };

  #tellAll(fact: PageFact): void {
    const time = Date.now();
    for (const network of networkNames) {
      const event = networks[network].eventOf(fact, this.#data.itemIdentifier);
      const refusal = this.#refusalOf(network, fact, event);
      if (event && !refusal) this.#send({ fact, network, event, time });
      else this.#report({ fact, network, event, outcome: refusal ?? "unknown" });
    }
  }

  #refusalOf(network: NetworkName, { kind }: Fact, event: NetworkEvent | null): Outcome | undefined {
    const { networks: configured, googleEvents } = this.#data;
    if (!configured[network]) return "unconfigured";
    const isListed =
      !event ||
      event.isCustom ||
      kind === "custom" ||
      unlisted.includes(event.name) ||
      googleEvents.includes(event.name);
    return network === "google" && !isListed ? "off" : undefined;
  }

  #send(told: Told): void {
    const { fact, network, event, time } = told;
    const id = this.#data.networks[network] ?? "";
    const report = (outcome: Outcome) => this.#report({ fact, network, event, outcome });
    if (!window.wp_has_consent?.(networks[network].consent)) {
      this.#waiting = [...this.#waiting, told];
      return report("waiting");
    }
    if (fact.kind === "purchase" && !rememberPurchase(fact.transactionId, network)) return report("repeated");
    const eventId = fact.eventId ?? randomHex();
    this.#scripts.call(network, id, networks[network].browserCall(event, { eventId, pixelId: id }), fact.kind);
    void this.#scripts.load();
    // The shop tells purchases from its orders.
    if (fact.kind !== "purchase" && this.#data.serverNetworks.includes(network))
      postCopy(network, event, { eventId, time, data: this.#data });
    report("sent");
  }
}
