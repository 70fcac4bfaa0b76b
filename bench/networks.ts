import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { openDatabase } from "#db/open.ts";
import { setSettings } from "#shop/settings/settings.ts";
import { selfSigned } from "../tests/faults/self-signed.ts";
import { hosts } from "../tests/journeys/support/tracked-page.ts";
import type { Shop } from "./shop.ts";

/** Set to "allow" by visitors who allow everything. */
export const allowedCookies: readonly string[] = ["wp_consent_statistics", "wp_consent_marketing"];

export interface Networks {
  /** Chromium's flags that lead requests to the networks here. */
  flags: readonly string[];
  /** Returns how many networks' scripts were requested since the last call. */
  loaded(): number[];
  stop(): Promise<void>;
}

/** Serves a script in place of each advertising network's: 250 kB of functions, about as much as those networks send. */
export async function openNetworks(): Promise<Networks> {
  const functions = Array.from(
    { length: 4000 },
    (_, at) => `function f${at}(a, b) { return a[b + ${at}] || { a: b }; }`,
  );
  const body = gzipSync(functions.join("\n"));
  const asked = new Set<string>();
  const server = createServer(selfSigned(), ({ headers }, response) => {
    asked.add(headers.host ?? "");
    response.writeHead(200, { "content-type": "text/javascript", "content-encoding": "gzip" }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const rules = Object.keys(hosts).map((host) => `MAP ${host}:443 127.0.0.1:${port}`);
  return {
    flags: [`--host-resolver-rules=${rules.join(", ")}`, "--ignore-certificate-errors"],
    loaded() {
      const count = asked.size;
      asked.clear();
      return [count];
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Sets an id for each network in a running shop. */
export async function setNetworks({ dataDir }: Shop): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  await setSettings(database.db, {
    meta_pixel_id: "1234567890",
    tiktok_pixel_id: "C0123456789ABCDEF",
    pinterest_tag_id: "2612345678901",
    snapchat_pixel_id: "0a1b2c3d-0000-4000-8000-000000000000",
    google_measurement_id: "G-TEST1234",
  });
  await database.close();
}
