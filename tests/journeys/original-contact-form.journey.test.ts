import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "./support/browser.ts";
import { recordPosts } from "./support/contact-form.ts";
import { openWithScript, placements } from "./support/original-scripts.ts";

const browser = openBrowser();
const contact = routes.article("contact");

/**
 * Our own script, which does what the notes say of the field's form script, and runs in the page: takes over each form,
 * posts it and shows the answer in the places that it requires. Source: wire notes 2.1 to 2.4.
 */
function formScript(): void {
  interface Answer {
    status: string;
    message: string;
    invalid_fields: { field: string; message: string }[];
    posted_data_hash: string;
  }
  const { wpcf7 } = window as never as { wpcf7?: { api: { root: string; namespace: string } } };
  Object.assign(window, { swv: { validators: {} } });
  const need = <Found extends Element = HTMLElement>(parent: ParentNode, selector: string): Found => {
    const found = parent.querySelector<Found>(selector);
    if (!found) throw new Error(`The page has no ${selector}`);
    return found;
  };
  const start = () => {
    const api = (window as never as { wpcf7: NonNullable<typeof wpcf7> }).wpcf7.api;
    for (const form of document.querySelectorAll<HTMLFormElement>(".wpcf7 > form")) {
      const wrapper = form.closest<HTMLElement>(".wpcf7[data-wpcf7-id]");
      if (!wrapper) throw new Error("A form has no wrapper");
      const base = `${api.root}${api.namespace}/contact-forms/${wrapper.dataset.wpcf7Id}`;
      wrapper.classList.replace("no-js", "js");
      wrapper.dataset.startedByOriginal = "yes";
      void fetch(`${base}/feedback/schema`);
      const send = async () => {
        const response = await fetch(`${base}/feedback`, { method: "POST", body: new FormData(form) });
        const answer = (await response.json()) as Answer;
        const name = { mail_sent: "sent", validation_failed: "invalid" }[answer.status] ?? answer.status;
        form.classList.replace(form.dataset.status ?? "", name);
        form.dataset.status = name;
        if (answer.posted_data_hash)
          need<HTMLInputElement>(form, "input[name=_wpcf7_posted_data_hash]").value = answer.posted_data_hash;
        const list = need(wrapper, ".screen-reader-response ul");
        for (const { field, message } of answer.invalid_fields) {
          const wrap = need(form, `.wpcf7-form-control-wrap[data-name="${field}"]`);
          need(wrap, ".wpcf7-form-control").setAttribute("aria-invalid", "true");
          list.append(Object.assign(document.createElement("li"), { textContent: message }));
        }
        need(wrapper, ".screen-reader-response [role=status]").append(answer.message);
        need(form, ".wpcf7-response-output").innerText = answer.message;
      };
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        void send();
      });
    }
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
}

const script = `(${formScript.toString()})()`;

describe.each(placements)("a form script %s", (placement) => {
  test("handles the form alone", async () => {
    const { page } = await browser.newPage();
    await openWithScript(page, contact, script, placement);
    await page.waitForSelector("[data-started-by-original]");
    await page.waitForLoadState("networkidle");
    const posts = recordPosts(page);
    await page.fill("#contact-name", "Sana");
    await page.click(".wpcf7-submit");
    await page.waitForSelector(".wpcf7-form.invalid");
    await page.waitForTimeout(500);
    expect(posts).toHaveLength(1);
    expect(await page.locator(".screen-reader-response li").count()).toBe(3);
    expect(await page.locator(".wpcf7-not-valid-tip").count()).toBe(0);
  });
});

test("with the setting for other scripts, our client leaves the form alone", async () => {
  const { page } = await browser.newPage();
  await openWithScript(page, contact, "", "after the client", "contact:scripts");
  await page.waitForLoadState("networkidle");
  expect(await page.locator(".wpcf7").getAttribute("class")).toBe("wpcf7 no-js");
});

test("with the setting for our client, it handles the form although the page has the script's parts", async () => {
  const { page } = await browser.newPage();
  await openWithScript(page, contact, "window.swv = {};", "after the client", "contact:client");
  await page.waitForSelector(".wpcf7.js");
  await page.click(".wpcf7-submit");
  await page.waitForSelector(".wpcf7-form.invalid");
  expect(await page.locator(".wpcf7-not-valid-tip").count()).toBe(4);
});
