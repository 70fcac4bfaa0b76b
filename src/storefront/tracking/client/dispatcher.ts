import type { Fact } from "#shop/tracking/facts.rules.ts";
import type { Network, NetworkEvent } from "#shop/tracking/networks/network.rules.ts";
import type { NetworkName } from "#shop/tracking/networks/networks.rules.ts";
import { loadNetworks } from "./network-loaders.ts";
import { callNetwork } from "./network-scripts.ts";
import { postCopy, randomHex } from "./server-copy.ts";
import { rememberPurchase } from "./told-purchases.ts";
import type { PageFact, TrackingData } from "./tracking-data.ts";

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
  name: NetworkName;
  network: Network;
  event: NetworkEvent;
  /** Milliseconds since 1970. */
  time: number;
}

/** Google's events that the shop's list of events does not switch. */
const unlisted: ReadonlySet<string> = new Set(["page_view", "add_to_wishlist", "add_payment_info"]);

/** Tells networks about facts: at once if the visitor agreed, otherwise as soon as they agree on this page. */
export class Dispatcher {
  readonly #data: TrackingData;
  readonly #report: (report: Report) => void;
  readonly #networks: ReturnType<typeof loadNetworks>;
  #waiting: readonly Told[] = [];

  /** @param report gets every event in test mode */
  constructor(data: TrackingData, report: (report: Report) => void) {
    this.#data = data;
    this.#report = report;
    this.#networks = loadNetworks(data.networks);
    this.#networks.catch(reportError);
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
    const tell = () => void this.#tellAll(fact, Date.now());
    if (delay > 0 && isDelayed) setTimeout(tell, delay * 1000);
    else tell();
  };

  async #tellAll(fact: PageFact, time: number): Promise<void> {
    for (const [name, network] of await this.#networks) {
      const event = network?.eventOf(fact, this.#data.itemIdentifier) ?? null;
      const refusal = network ? this.#refusalOf(name, event) : "unconfigured";
      if (network && event && !refusal) this.#send({ fact, name, network, event, time });
      else this.#report({ fact, network: name, event, outcome: refusal ?? "unknown" });
    }
  }

  #refusalOf(name: NetworkName, event: NetworkEvent | null): Outcome | undefined {
    const isListed =
      !event || event.isCustom || unlisted.has(event.name) || this.#data.googleEvents.includes(event.name);
    return name === "google" && !isListed ? "off" : undefined;
  }

  #send(told: Told): void {
    const { fact, name, network, event, time } = told;
    const id = this.#data.networks[name] ?? "";
    const report = (outcome: Outcome) => this.#report({ fact, network: name, event, outcome });
    if (!window.wp_has_consent?.(network.consent)) {
      this.#waiting = [...this.#waiting, told];
      return report("waiting");
    }
    if (fact.kind === "purchase" && !rememberPurchase(fact.transactionId, name)) return report("repeated");
    const eventId = fact.eventId ?? randomHex();
    callNetwork(name, id, network.browserCall(event, { eventId, pixelId: id }));
    // The shop tells purchases from its orders.
    if (fact.kind !== "purchase" && this.#data.serverNetworks.includes(name))
      postCopy(name, event, { eventId, time, data: this.#data });
    report("sent");
  }
}
