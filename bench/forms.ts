import { sql } from "drizzle-orm";
import { openDatabase } from "#db/open.ts";
import { routes } from "#routes";
import { listForms } from "#shop/contact/forms/contact-forms.ts";
import { behindProxy } from "./behind-proxy.ts";
import type { Figure } from "./figure.ts";
import { type Load, measureLoad } from "./load.ts";
import type { Shop } from "./shop.ts";
import type { Workspace } from "./workspace.ts";

const connections = 16;
const seconds = 4;
const rounds = 3;

/** Measures sending the demo's contact form, each time by another person, and reading its rules. */
export async function measureForms(workspace: Workspace): Promise<Figure[]> {
  const shop = await workspace.openShop(await behindProxy());
  const form = await readForm(shop);
  const before = form.messages;
  let answers = 0;
  const send = async (duration: number) => {
    const load = await measureFeedback(shop, form.id, duration);
    answers += load.responses;
    return load;
  };
  // The first round is a warm-up.
  await send(2);
  const loads: Load[] = [];
  for (let round = 0; round < rounds; round++) loads.push(await send(seconds));
  const stored = (await readForm(shop)).messages - before;
  if (stored < answers) throw new Error(`Of ${answers} messages only ${stored} are stored`);
  const schemas: Load[] = [];
  for (let round = 0; round < rounds; round++) schemas.push(await measureSchema(shop, form.id));
  await shop.stop();
  return [
    {
      what: "contact form, stored, c16",
      values: loads.map((load) => load.perSecond),
      unit: "/s",
      bar: { atLeast: 800 },
    },
    { what: "  p99", values: loads.map((load) => load.p99), unit: "ms", bar: { atMost: 40 } },
    { what: "  CPU", values: loads.map((load) => load.cpuMicros / 1000), unit: "CPU-ms" },
    { what: "schema of a contact form, c16", values: schemas.map((load) => load.perSecond), unit: "/s" },
  ];
}

async function readForm({ dataDir }: Shop): Promise<{ id: number; messages: number }> {
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  try {
    const form = (await listForms(database.db)).find(({ slug }) => slug === "contact");
    if (!form) throw new Error("The demo has no contact form");
    const { rows } = await database.db.execute<{ count: number }>(
      sql`select count(*)::int as count from contact_messages where form_id = ${form.id} and status = 'received'`,
    );
    return { id: form.id, messages: rows[0]?.count ?? 0 };
  } finally {
    await database.close();
  }
}

let sent = 0;

function measureFeedback(shop: Shop, formId: number, duration: number): Promise<Load> {
  const setupRequest = (request: object) => {
    sent += 1;
    return {
      ...request,
      body: bodyOf(formId, sent),
      headers: {
        "content-type": "multipart/form-data; boundary=----boundary",
        "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
        "x-forwarded-for": `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
      },
    };
  };
  return measureLoad(shop.pid, {
    url: shop.origin,
    connections,
    duration,
    requests: [{ method: "POST", path: routes.formFeedback(formId), setupRequest }],
    verifyBody: (body) => body.includes('"status":"mail_sent"'),
  });
}

/** Returns what the form's script posts. */
function bodyOf(formId: number, number: number): string {
  const fields = {
    _wpcf7: formId,
    _wpcf7_version: "6.1.6",
    _wpcf7_locale: "en_US",
    _wpcf7_unit_tag: `wpcf7-f${formId}-p2-o1`,
    _wpcf7_container_post: 0,
    _wpcf7_posted_data_hash: "",
    "your-name": `Sana ${number}`,
    "your-email": `sana${number}@example.com`,
    "your-topic": "A product",
    "your-order": number,
    "your-message": `Do you deliver order ${number} to Quetta before Friday? ${"I would like to know. ".repeat(10)}`,
    _wpcf7_ak_hp_textarea: "",
    _wpcf7_ak_js: Date.now() - 60_000,
    _wpcf7_ak_bkpc: 52,
  };
  const parts = Object.entries(fields).map(
    ([name, value]) => `------boundary\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join("")}------boundary--\r\n`;
}

function measureSchema(shop: Shop, formId: number): Promise<Load> {
  return measureLoad(shop.pid, {
    url: shop.origin + routes.formSchema(formId),
    connections,
    duration: seconds,
    verifyBody: (body) => body.startsWith('{"version":'),
  });
}
