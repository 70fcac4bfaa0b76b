import { routes } from "#routes";
import { readCatalogue } from "./catalogue.ts";
import type { Figure } from "./figure.ts";
import { type Load, measureLoad } from "./load.ts";
import { measureOrders } from "./orders.ts";
import { ask, cookiesOf, formHeaders } from "./requests.ts";
import type { Shop } from "./shop.ts";
import { warmUp } from "./warm-up.ts";
import type { Workspace } from "./workspace.ts";

const connections = 16;
const seconds = 4;
const rounds = 3;

/** Measures the cart endpoints: adding to a new cart, fragments of a filled cart, and placing an order. */
export async function measureCart(workspace: Workspace): Promise<Figure[]> {
  const shop = await workspace.openShop();
  const { buyableIds } = await readCatalogue(shop);
  const [firstAdds, ...adds] = await measureAdds(shop, buyableIds);
  const [, ...fragments] = await measureFragments(shop, buyableIds);
  const figures = [
    { what: "add to cart, first 2 s after the start", values: firstAdds ? [firstAdds.perSecond] : [], unit: "/s" },
    ...figuresOf("add to cart, new session, c16", adds, 1300, 30),
    ...figuresOf("fragments with 2 items, c16", fragments, 3000, 15),
    ...(await measureOrders(shop, buyableIds)),
  ];
  await shop.stop();
  return figures;
}

function figuresOf(what: string, loads: readonly Load[], perSecond: number, p99: number): Figure[] {
  return [
    { what, values: loads.map((load) => load.perSecond), unit: "/s", bar: { atLeast: perSecond } },
    { what: "  p99", values: loads.map((load) => load.p99), unit: "ms", bar: { atMost: p99 } },
    { what: "  CPU", values: loads.map((load) => load.cpuMicros / 1000), unit: "CPU-ms" },
  ];
}

/** Sends no cookies, so each request starts a session. */
export function measureAdds(shop: Shop, [productId]: readonly number[]): Promise<Load[]> {
  const body = `product_id=${productId}&quantity=1`;
  const url = shop.origin + routes.shopCall("add_to_cart");
  return measureRounds(shop, { url, method: "POST", headers: formHeaders, body });
}

/** Each connection is a different visitor with two lines in the cart. */
export async function measureFragments(shop: Shop, buyableIds: readonly number[]): Promise<Load[]> {
  const visitors: string[] = [];
  for (let count = 0; count < connections; count++) visitors.push(await fillCart(shop, buyableIds.slice(0, 2)));
  let next = 0;
  const url = shop.origin + routes.shopCall("get_refreshed_fragments");
  return measureRounds(shop, {
    url,
    method: "POST",
    setupClient: (client) => client.setHeaders({ cookie: visitors[next++ % connections] ?? "" }),
  });
}

/** @returns the first 2 s, then the measured rounds */
async function measureRounds(
  shop: Shop,
  options: Omit<Parameters<typeof measureLoad>[1], "connections" | "duration">,
): Promise<Load[]> {
  const measure = (length: { amount: number } | { duration: number }) =>
    measureLoad(shop.pid, { ...options, ...length, connections, verifyBody: isFragments });
  const loads = [await measure({ duration: 2 })];
  await measure({ amount: warmUp.calls });
  for (let round = 0; round < rounds; round++) loads.push(await measure({ duration: seconds }));
  return loads;
}

/** Returns false for error responses, which may have status 200. */
function isFragments(body: string): boolean {
  return body.startsWith('{"fragments":{');
}

/** Adds products to the cart of a new visitor. @returns the visitor's cookies */
export async function fillCart({ origin }: Shop, productIds: readonly number[]): Promise<string> {
  let cookie = "";
  for (const id of productIds) {
    const form = { product_id: String(id), quantity: "1" };
    const answer = await ask(origin, { path: routes.shopCall("add_to_cart"), headers: cookie ? { cookie } : {}, form });
    if (!isFragments(answer.body.toString())) throw new Error(`Product ${id} was not added: ${answer.body.toString()}`);
    cookie ||= cookiesOf(answer);
  }
  return cookie;
}
