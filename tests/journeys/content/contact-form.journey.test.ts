import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { openedAMinuteAgo, recordPosts } from "../support/contact-form.ts";
import { untilStarted } from "../support/lazy-part.ts";
import { expectAccessible } from "../support/page-checks.ts";

const browser = openBrowser();
const contact = routes.article("contact");
const form = ".wpcf7-form";

async function openForm(page: Page, path = contact): Promise<void> {
  await page.goto(path);
  await page.waitForSelector(".wpcf7.js");
}

async function fill(page: Page): Promise<void> {
  await page.fill("#contact-name", "Sana");
  await page.fill("#contact-email", "sana@example.com");
  await page.selectOption("#contact-topic", "A product");
  await page.fill("#contact-message", "Where is the batch number on the bottle?");
}

/** Answers the next messages with this status. */
async function fakeAnswer(page: Page, status: string): Promise<void> {
  await page.route("**/feedback", (route) =>
    route.fulfill({ json: { status, message: `It is ${status}.`, posted_data_hash: "", invalid_fields: [] } }),
  );
}

/** Records the form's events with their status, such as "wpcf7invalid validation_failed". */
async function recordEvents(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const events: string[] = [];
    Object.assign(window, { events });
    const names = "statuschanged beforesubmit submit invalid unaccepted spam aborted mailsent mailfailed reset";
    for (const name of names.split(" "))
      document.addEventListener(`wpcf7${name}`, (event) => {
        events.push(`${name} ${(event as CustomEvent<{ status: string }>).detail.status}`);
      });
  });
  return () => page.evaluate(() => (window as never as { events: string[] }).events);
}

describe("a contact form", () => {
  test("offers to correct the domain of an email address, without moving anything", async () => {
    const { page } = await browser.newPage();
    await openForm(page);
    const below = page.locator("#contact-topic");
    const before = await below.boundingBox();
    await page.fill("#contact-email", "sana@gmial.com");
    const suggestion = page.getByRole("button", { name: "Did you mean gmail.com?" });
    await suggestion.waitFor();
    expect(await below.boundingBox()).toEqual(before);
    await expectAccessible(page);
    const field = page.getByRole("textbox", { name: "Your email address", exact: true });
    expect(await field.getAttribute("id")).toBe("contact-email");
    await suggestion.click();
    expect(await page.inputValue("#contact-email")).toBe("sana@gmail.com");
    expect(await suggestion.count()).toBe(0);
  });

  test("says what is wrong, checks a field when it changes, and is sent and emptied", async () => {
    const { page } = await browser.newPage();
    await openForm(page);
    const events = await recordEvents(page);
    await page.click(".wpcf7-submit");
    await page.waitForSelector(`${form}.invalid`);
    expect(await page.locator(":focus").getAttribute("id")).toBe("contact-name");
    expect(await page.locator(".screen-reader-response li a").count()).toBe(4);
    expect(await page.textContent(".screen-reader-response [role=status]")).toContain("One or more fields");
    await page.fill("#contact-email", "nobody");
    await page.press("#contact-email", "Tab");
    expect(await page.textContent("[data-name=your-email]")).toBe("Please enter an email address.");
    expect(await page.locator("#contact-topic").getAttribute("aria-invalid")).toBe("true");
    await fill(page);
    await openedAMinuteAgo(page);
    await page.click(".wpcf7-submit");
    await page.waitForSelector(`${form}.sent`);
    expect(await page.textContent(".wpcf7-response-output")).toContain("Thank you.");
    expect(await page.inputValue("#contact-name")).toBe("");
    const seen = await events();
    expect(seen.slice(0, 5)).toEqual([
      "beforesubmit init",
      "statuschanged submitting",
      "statuschanged invalid",
      "invalid validation_failed",
      "submit validation_failed",
    ]);
    expect(seen.slice(5, 7)).toEqual(["statuschanged validating", "statuschanged invalid"]);
    expect(seen.slice(-7)).toEqual([
      "statuschanged submitting",
      "statuschanged sent",
      "mailsent mail_sent",
      "submit mail_sent",
      "statuschanged resetting",
      "statuschanged sent",
      "reset sent",
    ]);
  });

  describe("answered with a status", () => {
    const opened = browser.sharePage({ width: 360 }, ({ page }) => openForm(page));

    test.each([
      ["acceptance_missing", "unaccepted"],
      ["spam", "spam"],
      ["aborted", "aborted"],
      ["mail_failed", "failed"],
      ["payment_required", "payment-required"],
      ["on_hold", "custom-on-hold"],
    ])("shows %s as %s, without accessibility faults", async (status, name) => {
      const page = opened();
      await fakeAnswer(page, status);
      await page.click(".wpcf7-submit");
      await page.waitForSelector(`${form}.${name}[data-status=${name}]`);
      expect(await page.textContent(".wpcf7-response-output")).toBe(`It is ${status}.`);
      await expectAccessible(page, ".wpcf7");
    });
  });

  test("is sent by keyboard alone, in every status without accessibility faults", async () => {
    const { page } = await browser.newPage({ width: 768, colorScheme: "dark" });
    await openForm(page);
    await expectAccessible(page, ".wpcf7");
    await page.focus("#contact-name");
    await page.keyboard.press("Enter");
    await page.waitForSelector(`${form}.invalid`);
    await expectAccessible(page, ".wpcf7");
    const keys = ["Sana", "Tab", "sana@example.com", "Tab", "A product", "Tab", "Tab", "Where is the number?", "Tab"];
    for (const key of keys) await (key === "Tab" ? page.keyboard.press(key) : page.keyboard.type(key));
    expect(await page.locator(`${form} .wpcf7-not-valid-tip`).count()).toBe(0);
    await openedAMinuteAgo(page);
    await page.keyboard.press("Enter");
    await page.waitForSelector(`${form}.sent`);
    expect(await page.locator(".wpcf7-submit:focus").count()).toBe(1);
    await expectAccessible(page, ".wpcf7");
  });

  test.each([360, 768])("at %i pixels, no error and no answer moves anything", async (width) => {
    const { page } = await browser.newPage({ width });
    await openForm(page, routes.article("wholesale"));
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("main .wpcf7 :is(.input, .check, .wpcf7-submit), footer")].map(
          (element) => element.getBoundingClientRect().top + window.scrollY,
        ),
      );
    await page.check("[name=terms]");
    const before = await places();
    await page.fill("#wholesale-phone", "12");
    await page.press("#wholesale-phone", "Tab");
    expect(await page.textContent("[data-name=your-phone] .wpcf7-not-valid-tip")).toContain("such as +92");
    expect(await places()).toEqual(before);
    await page.click(".wpcf7-submit");
    await page.waitForSelector(`${form}.invalid`);
    expect(await page.locator(".wpcf7-not-valid-tip").count()).toBe(8);
    expect(await places()).toEqual(before);
  });

  test("of a blocked site only says that it is being sent", async () => {
    const { page } = await browser.newPage();
    await openForm(page);
    const posts = recordPosts(page);
    await page.evaluate(() => {
      window.wpcf7.blocked = true;
    });
    await page.click(".wpcf7-submit");
    await page.waitForSelector(`${form}.submitting`);
    expect(await page.textContent(".wpcf7-response-output")).toBe("");
    await expectAccessible(page, ".wpcf7");
    expect(posts).toEqual([]);
  });

  test("can be checked, reset and sent by other scripts, which may replace each step", async () => {
    const { page } = await browser.newPage();
    await openForm(page);
    await expect
      .poll(() => page.evaluate(() => [...window.wpcf7.schemas.values()][0]?.rules.length))
      .toBeGreaterThan(4);
    const errors = () => page.locator(".wpcf7-not-valid-tip").count();
    const call = (name: "validate" | "reset" | "submit") =>
      page.$eval(form, (element, step) => void window.wpcf7[step](element as HTMLFormElement), name);
    await call("validate");
    expect(await errors()).toBe(4);
    await call("reset");
    await page.waitForSelector(`${form}.init`);
    expect(await errors()).toBe(0);
    await call("submit");
    await page.waitForSelector(`${form}.invalid`);
    const posts = recordPosts(page);
    await page.evaluate(() => {
      window.wpcf7.submit = ({ dataset }) => {
        dataset.takenOver = "yes";
      };
    });
    await page.click(".wpcf7-submit");
    await page.waitForSelector("[data-taken-over]");
    expect(posts).toEqual([]);
  });

  test("says when the page was opened before it is touched", async () => {
    const { page } = await browser.newPage({ isQuick: false });
    await page.goto(contact);
    await page.waitForSelector(".wpcf7.js");
    const age = Date.now() - Number(await page.inputValue("main [name=_wpcf7_ak_js]"));
    expect(age).toBeGreaterThan(0);
    expect(age).toBeLessThan(60_000);
  });

  test("keeps what was typed and says so when the server cannot be reached", async () => {
    const { page, faults } = await browser.newPage();
    await openForm(page);
    await fill(page);
    await page.route("**/feedback", (route) => route.abort());
    await page.click(".wpcf7-submit");
    await page.waitForSelector(`${form}.failed`);
    expect(await page.textContent(".wpcf7-response-output")).toContain("could not be sent");
    expect(await page.inputValue("#contact-name")).toBe("Sana");
    faults.splice(0);
  });

  test("tells other scripts what was sent and answered, and shows the list of errors while the focus is in it", async () => {
    const { page } = await browser.newPage();
    await openForm(page);
    const told = page.evaluate(
      () =>
        new Promise<Record<string, unknown>>((resolve) => {
          const changes: string[] = [];
          document.addEventListener("wpcf7statuschanged", (event) => {
            const { prevStatus, status } = (event as CustomEvent<{ prevStatus: string; status: string }>).detail;
            changes.push(`${prevStatus}, ${status}`);
          });
          document.addEventListener("wpcf7submit", (event) => {
            const { detail } = event as CustomEvent<Record<string, unknown>>;
            resolve({ ...detail, formData: detail.formData instanceof FormData, changes: changes.slice(-2) });
          });
        }),
    );
    await page.fill("#contact-name", "Sana");
    await page.click(".wpcf7-submit");
    const { inputs, apiResponse, ...others } = await told;
    const unitTag = await page.getAttribute("main .wpcf7", "id");
    expect(others).toEqual({
      contactFormId: Number(/-f(\d+)/.exec(unitTag ?? "")?.[1]),
      pluginVersion: "6.1.6",
      contactFormLocale: "en_US",
      containerPostId: Number(/-p(\d+)/.exec(unitTag ?? "")?.[1]),
      unitTag,
      status: "validation_failed",
      formData: true,
      changes: ["init, submitting", "submitting, invalid"],
    });
    expect(inputs).toContainEqual({ name: "your-name", value: "Sana" });
    expect(JSON.stringify(inputs)).not.toContain("_wpcf7");
    expect(apiResponse).toMatchObject({ status: "validation_failed", into: `#${unitTag}` });
    const list = page.locator(".screen-reader-response");
    expect((await list.boundingBox())?.width).toBe(1);
    await list.locator("a").first().focus();
    expect((await list.boundingBox())?.width).toBeGreaterThan(100);
    await expectAccessible(page, ".wpcf7");
    await page.keyboard.press("Enter");
    expect(await page.locator(":focus").getAttribute("id")).toBe("contact-email");
  });

  test("posts the fields of the protocol, the button's and those about behaviour, with at most 100 samples", async () => {
    const { page } = await browser.newPage();
    await openForm(page);
    await fill(page);
    await untilStarted(page, "behaviour");
    await page.locator("#contact-message").pressSequentially("x".repeat(130));
    const posted = page.waitForRequest("**/feedback");
    await page.click(".wpcf7-submit");
    const body = (await posted).postData() ?? "";
    const names = "js bib bfs bkpc bkp bmc bmcc bmk bck bmmc btmc bsc bte btec bmm".split(" ");
    for (const name of ["_wpcf7_unit_tag", "your-name", ...names.map((one) => `_wpcf7_ak_${one}`)])
      expect(body).toContain(`name="${name}"`);
    const posts = (name: string) => new RegExp(`name="_wpcf7_ak_${name}"\\s+([^\\r]*)`).exec(body)?.[1] ?? "";
    expect(Number(posts("bkpc"))).toBeGreaterThan(100);
    expect(posts("bkp").split(";").filter(Boolean)).toHaveLength(100);
  });

  test("counts a mouse movement once the mouse has rested for 500 ms", async () => {
    const { page } = await browser.newPage();
    await page.clock.install();
    await openForm(page);
    await page.focus("#contact-name");
    await untilStarted(page, "behaviour");
    await page.clock.pauseAt(Date.now() + 60_000);
    const moveTo = (screenX: number) =>
      page.evaluate((screenX) => dispatchEvent(new MouseEvent("mousemove", { screenX })), screenX);
    /** Submits the form, which is refused because it is empty. @returns the value of a field about behaviour */
    const submitted = async (name: string) => {
      await page.locator(`main ${form}`).evaluate((form: HTMLFormElement) => form.requestSubmit());
      return page.evaluate(
        (name) => document.querySelector<HTMLInputElement>(`main [name="_wpcf7_ak_${name}"]`)?.value ?? "",
        name,
      );
    };
    await expect.poll(() => submitted("bmmc")).not.toBe("");
    const before = Number(await submitted("bmmc"));
    await moveTo(1);
    await moveTo(5);
    await page.clock.runFor(499);
    await moveTo(11);
    await page.clock.runFor(500);
    await moveTo(20);
    await moveTo(50);
    await page.clock.runFor(500);
    expect(Number(await submitted("bmmc")) - before).toBe(2);
    expect(await submitted("bmm")).toMatch(/\d+,10;\d+,30;$/);
  });

  test("within another form is replaced by a sentence", async () => {
    const { page } = await browser.newPage();
    await openForm(page);
    await page.evaluate(() => {
      const widget = document.querySelector("main shop-contact-form");
      const outer = document.createElement("form");
      widget?.replaceWith(outer);
      if (widget) outer.append(widget.cloneNode(true));
    });
    expect(await page.textContent("main .wpcf7-form-in-wrong-place")).toBe(
      "Error: This contact form is placed in the wrong place.",
    );
  });

  test("sends files with the inquiry, and completes a website's address", async () => {
    const { page } = await browser.newPage();
    await openForm(page, routes.article("wholesale"));
    expect(await page.isDisabled(".wpcf7-submit")).toBe(true);
    await page.fill("#wholesale-company", "Shifa Pharmacy");
    await page.fill("#wholesale-city", "Lahore");
    await page.fill("#wholesale-website", "shifa.example/shop");
    await page.fill("#wholesale-name", "Sana");
    await page.fill("#wholesale-phone", "+92 300 0000000");
    await page.fill("#wholesale-email", "sana@example.com");
    await page.check("[name='ranges[]'][value='Something else']");
    await page.fill(".wpcf7-free-text", "Syrups");
    await page.fill("#wholesale-bottles", "200");
    await page.setInputFiles("#wholesale-registration", {
      name: "registration.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.4\n%%EOF\n"),
    });
    await page.check("[name=terms]");
    expect(await page.inputValue("#wholesale-website")).toBe("http://shifa.example/shop");
    await page.click(".wpcf7-submit");
    await page.waitForSelector(`${form}.sent`);
  });

  test("works without scripts: the first error gets the focus, and what was typed stays", async () => {
    const { page } = await browser.newPage({ javaScript: false });
    await page.goto(contact);
    await page.fill("#contact-email", "nobody");
    await page.click(".wpcf7-submit");
    await page.waitForSelector(`${form}.invalid`);
    expect(await page.locator(":focus").getAttribute("id")).toBe("contact-name");
    expect(await page.inputValue("#contact-email")).toBe("nobody");
    await fill(page);
    await page.click(".wpcf7-submit");
    await page.waitForSelector(`${form}.sent`);
    expect(await page.textContent(".wpcf7-response-output:focus")).toContain("Thank you.");
  });
});

test("the client part of a contact form is at most 5 kB, and only pages with a form load it", async () => {
  const { page } = await browser.newPage();
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (/(contact-form|special-fields|puzzle)-.*\.js$/.test(request.url()))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(routes.article("about"));
  await page.waitForLoadState("networkidle");
  expect(sizes).toEqual([]);
  await openForm(page);
  expect((await Promise.all(sizes)).every((bytes) => bytes <= 5000)).toBe(true);
  expect(sizes).toHaveLength(1);
});
