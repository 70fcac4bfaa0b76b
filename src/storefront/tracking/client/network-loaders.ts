import type { Network } from "#shop/tracking/networks/network.rules.ts";
import type { NetworkName } from "#shop/tracking/networks/networks.rules.ts";

/** The code of each network, of which a page loads only what the shop uses; in the order in which their scripts are loaded. */
const loaders: Readonly<Record<NetworkName, () => Promise<Network>>> = {
  meta: () => import("#shop/tracking/networks/meta.rules.ts").then(({ meta }) => meta),
  tiktok: () => import("#shop/tracking/networks/tiktok.rules.ts").then(({ tiktok }) => tiktok),
  pinterest: () => import("#shop/tracking/networks/pinterest.rules.ts").then(({ pinterest }) => pinterest),
  snapchat: () => import("#shop/tracking/networks/snapchat.rules.ts").then(({ snapchat }) => snapchat),
  google: () => import("#shop/tracking/networks/google.rules.ts").then(({ google }) => google),
};

/** A network with its name; null if the shop does not use it. */
export type LoadedNetwork = readonly [name: NetworkName, network: Network | null];

/** Loads the networks that the shop uses. */
export function loadNetworks(used: Readonly<Partial<Record<NetworkName, string>>>): Promise<readonly LoadedNetwork[]> {
  const names = Object.keys(loaders) as NetworkName[];
  return Promise.all(names.map(async (name) => [name, used[name] ? await loaders[name]() : null] as const));
}
