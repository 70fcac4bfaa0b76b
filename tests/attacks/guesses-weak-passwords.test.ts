import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import { takeMails, tokenIn } from "#jobs/account-mails.fixtures.ts";
import { routes } from "#routes";
import { createAdministrator } from "#shop/accounts/create-administrator.ts";
import { isWidelyUsed } from "#shop/accounts/passwords/is-widely-used.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { addAccount, trySignIn } from "./support/accounts.ts";
import { openAttackedShop } from "./support/open-shop.ts";

const shop = openAttackedShop();
const sana = "sana.malik@example.com";
const mails = () => takeMails({ ...shop().database, clock: { now: shop().now } });

beforeEach(async () => {
  shop().later(7200);
  await mails();
  await shop().database.pool.query("delete from users; delete from rate_limits; delete from settings");
  await setSetting(shop().database.db, "shop_name", "Chowk Bazaar");
  await announceChange(shop().database.db, ["settings"]);
});

/** Registers with a password. @returns the status, and the page if it was refused */
async function registerWith(chosen: string, email = sana) {
  const browser = shop().browserAt("203.0.113.1");
  await browser.fill(routes.account(), "register", { email });
  await browser.get(routes.confirmAccount(tokenIn((await mails())[0])));
  const person = { account_first_name: "Sana", account_last_name: "Malik", account_phone: "0300 7654321" };
  return browser.fill(routes.confirmAccount(), "confirm_account", {
    ...person,
    password_1: chosen,
    password_2: chosen,
  });
}

const common = "Many people use this password";
const personal = "This password is made of your name";
const breached = "This password is known from a data breach";

test.each([
  ["password", common],
  ["Password1!", common],
  ["12345678", common],
  ["qwertyuiop", common],
  ["Liverpool99!", common],
  ["aaaaaaaaaa", common],
  ["abcabcabc", common],
  ["SanaMalik", personal],
  ["malik-sana-1990", personal],
  ["sana.malik@example.com", personal],
  ["03007654321", personal],
  ["Chowk Bazaar 1", personal],
  ["bazaarsana!", personal],
])("an account cannot be opened with the guessable password %s", async (chosen, reason) => {
  const { statusCode, body } = await registerWith(chosen);
  expect([statusCode, body]).toEqual([200, expect.stringContaining(reason)]);
  expect((await trySignIn(shop().browserAt("203.0.113.2"), sana, chosen)).answer).toBe("wrong");
});

test.each(["correct horse battery", "نیلا پہاڑ گاتا ہے", "Sana likes green rain", "x7#kQ!2m"])(
  "an account can be opened with %s",
  async (chosen) => {
    expect((await registerWith(chosen)).statusCode).toBe(303);
    expect((await trySignIn(shop().browserAt("203.0.113.2"), sana, chosen)).answer).toBe("signed in");
  },
);

test("random passwords of ten letters and digits do not look common", () => {
  const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
  const letter = fc.nat({ max: alphabet.length - 1 }).map((at) => alphabet[at] ?? "");
  const random = fc.array(letter, { minLength: 10, maxLength: 10 }).map((letters) => letters.join(""));
  fc.assert(
    fc.property(random, (text) => {
      expect(isWidelyUsed(text) && !/^(.)\1+$/.test(text)).toBe(false);
    }),
    { numRuns: 2000, seed: 7 },
  );
});

test("neither a reset nor a change of the account nor the command line accepts a guessable password", async () => {
  await addAccount(shop(), sana);
  const browser = shop().browserAt("203.0.113.3");
  await browser.fill(routes.lostPassword(), "send", { user_login: sana });
  await browser.get(routes.resetPassword(tokenIn((await mails())[0])));
  const reset = { password_1: "sanamalik", password_2: "sanamalik" };
  expect((await browser.fill(routes.resetForm(), "save", reset)).body).toContain(personal);
  const fine = { password_1: "a quiet green lamp", password_2: "a quiet green lamp" };
  expect((await browser.fill(routes.resetForm(), "save", fine)).statusCode).toBe(303);
  const details = { account_first_name: "Sana", account_email: sana, password_current: "a quiet green lamp" };
  const change = { ...details, password_1: "iloveyou1", password_2: "iloveyou1" };
  expect((await browser.fill(routes.editAccount(), "save_account_details", change)).body).toContain(common);
  const admin = createAdministrator(
    shop().database.db,
    { email: "boss@example.com", password: "letmein123" },
    shop().now(),
  );
  await expect(admin).rejects.toMatchObject({ code: "password_invalid", details: { fault: "common" } });
});

describe("a service that knows breaches", () => {
  /** Opens a strict fake of the documented service, which knows one password. */
  async function openService(known: string, answer: "normal" | "broken" | "silent" = "normal") {
    const asked: { url: string; padding: string | undefined; agent: string | undefined }[] = [];
    const hash = createHash("sha1").update(known).digest("hex").toUpperCase();
    const server = createServer((request: IncomingMessage, response) => {
      const { url = "", method, headers } = request;
      asked.push({ url, padding: headers["add-padding"]?.toString(), agent: headers["user-agent"] });
      if (answer === "silent") return;
      const [, prefix] = /^\/range\/([0-9A-F]{5})$/.exec(url) ?? [];
      if (answer === "broken" || method !== "GET" || !prefix || !headers["user-agent"]) {
        response.writeHead(400).end();
        return;
      }
      const padding = `${"0".repeat(34)}A:0\r\n`;
      const match = hash.startsWith(prefix) ? `${hash.slice(5)}:37\r\n` : "";
      response.writeHead(200, { "content-type": "text/plain" }).end(`${padding}${match}${"F".repeat(35)}:2`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    await setSetting(shop().database.db, "breached_passwords_url", `http://127.0.0.1:${port}/range/`);
    return asked;
  }

  test("refuses known passwords and learns only five digits of the hash", async () => {
    const leaked = "violet harbour nine";
    const asked = await openService(leaked);
    expect((await registerWith(leaked)).body).toContain(breached);
    const [first] = asked;
    const prefix = createHash("sha1").update(leaked).digest("hex").slice(0, 5).toUpperCase();
    expect(first).toEqual({ url: `/range/${prefix}`, padding: "true", agent: "chowk" });
    expect((await registerWith("violet harbour ten", "other@example.com")).statusCode).toBe(303);
  });

  test.each(["broken", "silent"] as const)("refuses nobody while it is %s", async (state) => {
    await openService("violet harbour nine", state);
    expect((await registerWith("violet harbour nine")).statusCode).toBe(303);
  });
});
