import { beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { listMessages } from "#shop/contact/messages/contact-messages.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { formBody, giveForm } from "../../wp-json/contact-form-7/contact-forms.fixtures.ts";
import { openAccountShop } from "../account/account-shop.fixtures.ts";
import { type FormBrowser, origin } from "../whole-shop.fixtures.ts";

const { host } = new URL(origin);
const shop = openAccountShop();
const hiddenIn = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1];

/** Saves a form and shows it in the footer of every page. */
async function giveFooterForm(slug: string, template: string, settings = ""): Promise<number> {
  const id = await giveForm(shop.database.db, slug, template, { settings });
  await setSetting(shop.database.db, "footer_form", slug);
  return id;
}

beforeAll(() => shop.database.pool.query("delete from contact_messages"));

test("a form for members is sent by the page's nonce: the message names the user; a wrong nonce is refused", async () => {
  const id = await giveFooterForm("members", "[text your-name default:user_first_name]", "subscribers_only: on");
  expect((await shop.browser.get(routes.cart())).body).toContain("available only for logged in users");
  const user = await shop.addSignedInUser();
  const page = (await shop.browser.get(routes.cart())).body;
  expect(page).toMatch(/name="your-name"[^>]*value="Sana"/);
  const send = (nonce: string) => {
    const { payload, headers } = formBody(id, [
      ["your-name", "Sana"],
      ["_wpnonce", nonce],
    ]);
    const cookie = [...shop.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const url = routes.formFeedback(id);
    return shop.app.inject({ method: "POST", url, payload, headers: { ...headers, host, cookie } });
  };
  expect((await send("0123456789")).json()).toMatchObject({ code: "rest_cookie_invalid_nonce", data: { status: 403 } });
  expect((await send(hiddenIn(page, "_wpnonce") ?? "")).json()).toMatchObject({ status: "mail_sent" });
  expect(await listMessages(shop.database.db, { limit: 9 })).toEqual([expect.objectContaining({ userId: user.id })]);
});

test("a form that was refused without the form's script may be corrected within a second", async () => {
  const id = await giveFooterForm("quick", "[text* your-name] [email* your-email] [textarea your-message]");
  const browser: FormBrowser = shop.newBrowser();
  const typed = { "your-name": "Sana", "your-message": "Do you deliver to Quetta before the end of this week?" };
  const now = shop.now().getTime();
  const quick = { _wpcf7_ak_js: String(now - 500), _wpcf7_ak_bkpc: "0", _wpcf7_ak_bib: "1000", _wpcf7_ak_bfs: "1200" };
  const post = (others: Record<string, string>) =>
    browser.post(routes.cart(), { _wpcf7: String(id), _wpcf7_unit_tag: `wpcf7-f${id}-o1`, ...typed, ...others });
  await post({ _wpcf7_ak_js: String(now - 60_000) });
  const proof = hiddenIn((await browser.get(routes.cart())).body, "_chowk_refused") ?? "";
  await post({ ...quick, "your-email": "sana@example.com", _chowk_refused: proof });
  await post({ ...quick, "your-email": "ali@example.com", _chowk_refused: proof.replace(/.$/, "x") });
  const verdicts = (await listMessages(shop.database.db, { limit: 2 })).map(({ status, spamReasons }) => [
    status,
    spamReasons,
  ]);
  expect(verdicts).toEqual([
    ["spam", ["sent_at_once", "not_typed", "filled_at_once"]],
    ["received", []],
  ]);
});

test("default:get fills in the page's query, which is not cached", async () => {
  await giveFooterForm("query", '[text your-product default:get] [select topic default:get "Sales" "Help"]');
  const read = async (query: string) => (await shop.newBrowser().get(`${routes.home()}${query}`)).body;
  await read("");
  const html = await read('?your-product=Tea"><script>&topic=Help');
  expect(html).toContain('name="your-product" value="Tea&quot;&gt;&lt;script&gt;"');
  expect(html).toContain('<option value="Help" selected="">');
  expect(await read("?your-product=Coffee")).toContain('value="Coffee"');
});
