import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import {
  type JQuery,
  jQueryKinds,
  openWithScript,
  type Placement,
  withJQuery,
} from "../support/originals/original-scripts.ts";

const browser = openBrowser();
const placements: readonly Placement[] = ["in the head", "after the client"];

/** Runs in the page and does what the notes say of woocommerce.js with passwords. Source: wire notes 5.5. */
function passwordScript(): void {
  const { jQuery } = window as never as { jQuery: JQuery };
  const addButton = (input: HTMLInputElement) => {
    const frame = Object.assign(document.createElement("span"), { className: "password-input" });
    input.replaceWith(frame);
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      className: "show-password-input",
    });
    frame.append(input, button);
    button.addEventListener("click", () => {
      const isShown = button.classList.toggle("display-password");
      for (const field of frame.querySelectorAll<HTMLInputElement>(":scope > input"))
        field.type = isShown ? "text" : "password";
    });
  };
  jQuery(() => {
    const inputs = document.querySelectorAll<HTMLInputElement>(".woocommerce form .woocommerce-Input[type=password]");
    for (const input of inputs) addButton(input);
  });
}

describe.each(jQueryKinds)("the original script for passwords, with jQuery: %s", (_, jQuery) => {
  test.each(placements)("%s: a password has one button, which shows and hides it", async (placement) => {
    const { page } = await browser.newPage();
    await openWithScript(page, routes.account(), withJQuery(jQuery, passwordScript), placement);
    await page.waitForFunction(() => customElements.get("shop-password"));
    const button = page.locator(".woocommerce-form-login .show-password-input");
    await button.click();
    expect(await page.getAttribute("#password", "type")).toBe("text");
    await button.click();
    expect(await page.getAttribute("#password", "type")).toBe("password");
  });
});
