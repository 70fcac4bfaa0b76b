import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import type { Seals } from "#platform/seals.ts";
import { routes } from "#routes";
import { getSettings } from "#shop/settings/settings.ts";
import { listWaitingNetworks } from "#shop/tracking/conversions.ts";
import { networkNames } from "#shop/tracking/networks/networks.rules.ts";
import { sendConversions } from "#shop/tracking/send-conversions.ts";

export interface SendConversionsDependencies {
  db: Database;
  clock: Clock;
  seals: Seals;
  /** Receives requests in place of the networks; null for none. */
  conversionsProxy: string | null;
  /** Returns the shop's public origin. */
  linkOrigin: () => string;
}

const payloadShape = Compile(Type.Object({ network: Type.Optional(Type.String()) }));

/**
 * Job `send-conversions`: sends what waits for one network; every five minutes, without one, what waits for any, such as the
 * conversions that a killed process had claimed. Safe to run twice: networks drop events whose id they know.
 */
export function sendConversionsTask({
  db,
  clock,
  seals,
  conversionsProxy,
  linkOrigin,
}: SendConversionsDependencies): Task {
  return async (payload) => {
    const { network } = payloadShape.Parse(payload);
    const waiting = network === undefined ? await listWaitingNetworks(db) : [network];
    const settings = await getSettings(db);
    const context = {
      db,
      clock,
      seals,
      settings,
      checkoutUrl: linkOrigin() + routes.checkout(),
      proxy: conversionsProxy,
    };
    for (const name of networkNames) if (waiting.includes(name)) await sendConversions(context, name);
  };
}
