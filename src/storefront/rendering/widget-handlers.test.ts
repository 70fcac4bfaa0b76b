import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { setSetting } from "#shop/settings/settings.ts";
import { handlerIn, widgets } from "#shop/settings/widgets.rules.ts";
import { FormBrowser, openWholeShop } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => new Date("2026-11-21T12:00:00Z")));
});
afterAll(() => app.close());

/** Returns the handlers that the client reads from a page, by widget. */
async function printed(path: string) {
  const { body } = await new FormBrowser(app).get(path);
  const [, text = ""] = /<html [^>]*data-chowk-widgets="([^"]*)"/.exec(body) ?? [];
  return Object.fromEntries(widgets.map((widget) => [widget, handlerIn(text, widget)]));
}

test("pages name the handlers of the setting, and auto for all other widgets", async () => {
  const auto = { adding: "auto", drawer: "auto", cart: "auto", checkout: "auto", variations: "auto", contact: "auto" };
  expect(await printed(routes.home())).toEqual(auto);
  await setSetting(database.db, "widget_handlers", { adding: "scripts", cart: "client", drawer: "auto" });
  for (const path of [routes.home(), routes.cart()])
    expect(await printed(path)).toEqual({ ...auto, adding: "scripts", cart: "client" });
});

test("the setting has a handler for each widget, and refuses other widgets and handlers", async () => {
  for (const widget of widgets) await setSetting(database.db, "widget_handlers", { [widget]: "scripts" });
  for (const value of [{ search: "client" }, { cart: "nobody" }, []])
    await expect(setSetting(database.db, "widget_handlers", value)).rejects.toMatchObject({ code: "setting_invalid" });
});
