import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { openDatabase } from "#db/open.ts";
import { startCampaign } from "#shop/newsletter/campaigns.ts";
import { importSubscribers } from "#shop/newsletter/subscriptions.ts";
import { setSetting } from "#shop/settings/settings.ts";
import type { Figure } from "./figure.ts";
import { openCountingMailServer } from "./mail-server.ts";
import { cpuMsOf, memoryOf } from "./processes.ts";
import type { Workspace } from "./workspace.ts";

const addresses = 100_000;
/** Addresses added in one statement. */
const batch = 1000;
const seconds = 20;

/** Measures queuing a newsletter for 100,000 addresses, and sending it to a mail server that accepts everything at once. */
export async function measureNewsletter(workspace: Workspace): Promise<Figure[]> {
  const server = await openCountingMailServer();
  const shop = await workspace.openShop({ SMTP_URL: server.url });
  const database = await openDatabase({ dataDir: shop.dataDir, databaseUrl: null, connections: 1, log: () => {} });
  const { db } = database;
  await setSetting(db, "newsletter_rate", 60_000);
  await addSubscribers(db);
  const before = process.memoryUsage.rss();
  const began = performance.now();
  await startCampaign(db, { name: "bench.md", subject: "Bench", kind: "news", body: text() }, new Date());
  const queued = (performance.now() - began) / 1000;
  const grown = (process.memoryUsage.rss() - before) / 1e6;
  while (server.received.size === 0) await delay(20);
  await delay(2000);
  const [start, cpu] = [server.received.size, cpuMsOf(shop.pid)];
  const sending = performance.now();
  await delay(seconds * 1000);
  const sent = server.received.size - start;
  const perSecond = sent / ((performance.now() - sending) / 1000);
  const cpuPerMail = (cpuMsOf(shop.pid) - cpu) / sent;
  const memory = memoryOf([shop.pid]).rss;
  const twice = [...server.received.values()].filter((count) => count > 1).length;
  if (twice > 0) throw new Error(`${twice} addresses got the newsletter twice`);
  await db.execute(sql`delete from newsletter_campaigns`);
  await db.execute(sql`delete from newsletter_subscribers`);
  await database.close();
  await shop.stop();
  server.close();
  return [
    { what: `queuing a newsletter for ${addresses}`, values: [queued], unit: "s", bar: { atMost: 30 } },
    { what: "  more memory", values: [grown], unit: "MB", bar: { atMost: 20 } },
    { what: "sending a newsletter", values: [perSecond], unit: "/s", bar: { atLeast: 500 } },
    { what: "  CPU time per mail", values: [cpuPerMail], unit: "CPU-ms" },
    { what: "  memory of the shop meanwhile", values: [memory], unit: "MB" },
  ];
}

async function addSubscribers(db: Database): Promise<void> {
  for (let at = 0; at < addresses; at += batch) {
    const emails = Array.from({ length: batch }, (_, index) => `reader${at + index}@example.com`);
    await importSubscribers(db, emails, new Date());
  }
}

/** A newsletter of about 4 kB. */
function text(): string {
  const paragraph =
    "New **rugs** from [Multan](/product-category/rugs/), woven by hand from the wool of last spring. ".repeat(4);
  return Array.from({ length: 8 }, (_, index) => `## Part ${index + 1}\n\n${paragraph}`).join("\n\n");
}
