import { google } from "./google.rules.ts";
import { meta } from "./meta.rules.ts";
import type { Network } from "./network.rules.ts";
import { pinterest } from "./pinterest.rules.ts";
import { snapchat } from "./snapchat.rules.ts";
import { tiktok } from "./tiktok.rules.ts";

/** Every network by name, in the order in which their scripts are loaded. */
export const networks = { meta, tiktok, pinterest, snapchat, google } as const satisfies Readonly<
  Record<string, Network>
>;

export type NetworkName = keyof typeof networks;

export const networkNames = Object.keys(networks) as readonly NetworkName[];
