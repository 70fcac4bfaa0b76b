import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { routes } from "#routes";
import { fillCart } from "./cart.ts";
import type { Figure } from "./figure.ts";
import { untilDrained } from "./jobs.ts";
import { p99Of } from "./load.ts";
import { cpuMsOf } from "./processes.ts";
import { ask } from "./requests.ts";
import { projectDir, type Shop } from "./shop.ts";

const buyers = 8;
const ordersInRound = 400;
const rounds = 3;
/** How long (ms) the shop requires between opening and sending the checkout form. */
const minCheckoutMs = 2000;

/** A visitor at the checkout, with one line in the cart. */
interface Buyer {
  cookie: string;
  form: Record<string, string>;
}

interface Round {
  perSecond: number;
  p99: number;
  failed: number;
  cpuMs: number;
}

/** Measures guests who pay on delivery, eight at a time; carts and forms are prepared beforehand. */
export async function measureOrders(shop: Shop, buyableIds: readonly number[]): Promise<Figure[]> {
  // All orders come from one IP address.
  await promisify(execFile)(process.execPath, ["scripts/shop.mjs", "settings", "set", "orders_per_address", "0"], {
    cwd: projectDir,
    env: { ...process.env, DATA_DIR: shop.dataDir },
  });
  // The first round is a warm-up.
  const results: Round[] = [];
  for (let round = 0; round <= rounds; round++) results.push(await orderRound(shop, buyableIds));
  const drained = await untilDrained(shop);
  const counted = results.slice(1);
  return [
    { what: "order by one POST, c8", values: counted.map((one) => one.perSecond), unit: "/s", bar: { atLeast: 200 } },
    { what: "  failed", values: counted.map((one) => one.failed), unit: "", bar: { atMost: 0 } },
    { what: "  p99", values: counted.map((one) => one.p99), unit: "ms" },
    { what: "  CPU", values: counted.map((one) => one.cpuMs), unit: "CPU-ms" },
    { what: "  mails written after the last order", values: [drained], unit: "s" },
  ];
}

async function orderRound(shop: Shop, buyableIds: readonly number[]): Promise<Round> {
  const waiting: Buyer[] = [];
  await inParallel(buyers, async () => {
    while (waiting.length < ordersInRound) waiting.push(await prepareBuyer(shop, buyableIds, waiting.length));
  });
  await delay(minCheckoutMs);
  const count = waiting.length;
  const times: number[] = [];
  let failed = 0;
  const cpuBefore = cpuMsOf(shop.pid);
  const began = performance.now();
  await inParallel(buyers, async () => {
    for (let buyer = waiting.pop(); buyer; buyer = waiting.pop()) {
      const sentAt = performance.now();
      if (!(await placeOrder(shop, buyer))) failed++;
      times.push(performance.now() - sentAt);
    }
  });
  const seconds = (performance.now() - began) / 1000;
  const cpuMs = (cpuMsOf(shop.pid) - cpuBefore) / count;
  return { perSecond: count / seconds, p99: p99Of(times), failed, cpuMs };
}

async function inParallel(count: number, work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => work()));
}

/** Fills a cart and reads the hidden fields from the visitor's checkout page, as a browser would. */
async function prepareBuyer(shop: Shop, buyableIds: readonly number[], number: number): Promise<Buyer> {
  const cookie = await fillCart(shop, [buyableIds[number % buyableIds.length] ?? 0]);
  const page = await ask(shop.origin, { path: routes.checkout(), headers: { cookie, "accept-encoding": "identity" } });
  const hidden = [...page.body.toString().matchAll(/<input type="hidden"[^>]*? name="([^"]+)" value="([^"]*)"/g)];
  const fields = hidden.map(([, name = "", value = ""]): [string, string] => [name, value]);
  return { cookie, form: { ...address, billing_phone: nextPhone(), ...Object.fromEntries(fields) } };
}

let lastNumber = 1_000_000;

/** Returns a new number each time, because the shop limits orders per phone number. */
function nextPhone(): string {
  lastNumber += 1;
  return `0300 ${lastNumber}`;
}

const address = {
  billing_first_name: "Ayesha",
  billing_last_name: "Khan",
  billing_country: "PK",
  billing_address_1: "House 14, Street 6",
  billing_city: "Lahore",
  billing_state: "PB",
  billing_email: "ayesha@example.com",
  order_comments: "",
  payment_method: "cod",
};

/** @returns whether the order was placed */
async function placeOrder({ origin }: Shop, { cookie, form }: Buyer): Promise<boolean> {
  const { status, body } = await ask(origin, { path: routes.shopCall("checkout"), headers: { cookie }, form });
  if (status === 200 && body.toString().startsWith('{"result":"success"')) return true;
  process.stderr.write(`An order failed: ${status} ${body.toString().slice(0, 300)}\n`);
  return false;
}
