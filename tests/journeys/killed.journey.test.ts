import { rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { routes } from "#routes";
import { newDataDir, startShop } from "./support/start-shop.ts";

/** A visitor who keeps his cookies over the shop's restarts; the shop's port changes, so its cookies are sent by hand. */
class Visitor {
  readonly #cookies = new Map<string, string>();

  async send(url: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }
}

const buyer = {
  billing_first_name: "Ayesha",
  billing_phone: "0300 1234567",
  billing_address_1: "House 14, Street 6, Model Town",
  billing_city: "Lahore",
  billing_state: "PB",
  billing_country: "PK",
  payment_method: "cod",
};

test("killed in the middle of a purchase and started again, the shop has the cart, and later the order", async () => {
  const dataDir = await newDataDir();
  const siteUrl = "http://127.0.0.1:3987";
  const settings = { dataDir, port: 3987 };
  const visitor = new Visitor();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));

  const first = await startShop(settings);
  const added = await visitor.send(`${siteUrl}${routes.product("vitamin-d3-drops")}`, {
    "add-to-cart": await dropsId(siteUrl),
  });
  expect(added.status).toBe(302);
  await first.kill();

  const second = await startShop(settings);
  const checkout = await (await visitor.send(siteUrl + routes.checkout())).text();
  expect(checkout).toContain("Vitamin D3 drops");
  const placed = await visitor.send(siteUrl + routes.checkout(), { ...buyer, ...hiddenFields(checkout) });
  expect(placed.status).toBe(303);
  const confirmation = new URL(placed.headers.get("location") ?? "", siteUrl);
  await second.kill();

  const third = await startShop(settings);
  onTestFinished(() => third.stop());
  const page = await (await visitor.send(siteUrl + confirmation.pathname + confirmation.search)).text();
  expect(page).toContain("Vitamin D3 drops");
  expect(page).toContain("Model Town");
});

async function dropsId(siteUrl: string): Promise<string> {
  const html = await (await fetch(siteUrl + routes.product("vitamin-d3-drops"))).text();
  const id = /postid-(\d+)/.exec(html)?.[1];
  if (!id) throw new Error("The product's page does not say its id");
  return id;
}

/** The form's hidden fields: the nonce and the token of this attempt. */
function hiddenFields(html: string): Record<string, string> {
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, value]));
}
