import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { fakeJQuery } from "./fake-jquery.ts";

/** The parts of jQuery that the scripts use. */
export interface JQuery {
  (target: EventTarget): JQuerySet;
  (whenReady: () => void): void;
  fn: Record<string, unknown>;
}
export interface JQuerySet {
  0: HTMLElement;
  data(): Record<string, unknown>;
  on(names: string, selectorOrHandler: unknown, handler?: unknown): void;
  trigger(name: string, parameters?: unknown[]): void;
}

/** Where the page loads other scripts: before the client, after it as `extra_script_urls` does, or once it is complete. */
export type Placement = "in the head" | "after the client" | "later";

export const placements: readonly Placement[] = ["in the head", "after the client", "later"];

const require = createRequire(import.meta.url);
/** The source of jQuery. */
export const realJQuery = readFileSync(require.resolve("jquery/dist/jquery.min.js"), "utf8");

/**
 * jQuery by name, each with the placements to try: the real one, and a fake without what jQuery leaves undocumented. One
 * placement shows that the shop does not need that.
 */
export const jQueryKinds: readonly [name: string, script: string, placements: readonly Placement[]][] = [
  ["a fake", `(${fakeJQuery.toString()})()`, ["in the head"]],
  ["the real one", realJQuery, placements],
];

/**
 * Opens a page that loads a script of its own origin.
 * @param handlers what the page prints for the setting `widget_handlers`
 */
export async function openWithScript(
  page: Page,
  path: string,
  script: string,
  placement: Placement,
  handlers = "",
): Promise<void> {
  await page.route("**/other.js", (route) => route.fulfill({ contentType: "text/javascript", body: script }));
  const isPage = (url: URL) => url.pathname === path && url.search === "";
  await page.route(isPage, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const response = await route.fetch();
    const html = (await response.text()).replace("<html ", `<html data-chowk-widgets="${handlers}" `);
    const body =
      placement === "in the head"
        ? html.replace("<head>", '<head><script src="/other.js"></script>')
        : placement === "after the client"
          ? html.replace("</body>", '<script defer src="/other.js"></script></body>')
          : html;
    await route.fulfill({ response, body });
  });
  await page.goto(path, { waitUntil: placement === "later" ? "networkidle" : "load" });
  if (placement === "later") await page.addScriptTag({ url: "/other.js" });
}

/** Returns the source of scripts that run after jQuery. */
export function withJQuery(jQuery: string, ...scripts: readonly (() => void)[]): string {
  return [jQuery, ...scripts.map((script) => `(${script.toString()})()`)].join(";\n");
}

/**
 * Our own script, which does what the notes say of WooCommerce's add-to-cart-variation.js, and runs in the page.
 *
 * Filters the options of variation forms by the classes that it sets itself: `attached` on the options of variations that match
 * the other choices, `enabled` on those of active ones. Then matches the choice. Source: wire notes 4.3.
 */
export function variationScript(): void {
  interface Variation {
    attributes: Record<string, string>;
    variation_id: number;
    variation_is_active: boolean;
  }
  const { jQuery } = window as never as { jQuery: JQuery };
  const matches = ({ attributes }: Variation, chosen: Record<string, string>) =>
    Object.entries(attributes).every(([name, value]) => !value || !chosen[name] || value === chosen[name]);

  const start = (form: HTMLFormElement) => {
    const all = JSON.parse(form.dataset.product_variations ?? "[]") as Variation[];
    const selects = [...form.querySelectorAll<HTMLSelectElement>(".variations select")];
    const rendered = new Map<HTMLSelectElement, string>();
    const chosen = () => Object.fromEntries(selects.map(({ name, value }) => [name, value]));
    const filter = (select: HTMLSelectElement) => {
      const { name, value } = select;
      if (!rendered.has(select)) rendered.set(select, select.innerHTML);
      select.innerHTML = rendered.get(select) ?? "";
      const options = [...select.options].filter((option) => option.value !== "");
      for (const variation of all.filter((one) => matches(one, { ...chosen(), [name]: "" })))
        for (const option of options)
          if ([option.value, ""].includes(variation.attributes[name] ?? ""))
            option.classList.add("attached", variation.variation_is_active ? "enabled" : "disabled");
      for (const option of options) {
        if (!option.classList.contains("attached")) option.remove();
        option.disabled = !option.classList.contains("enabled");
      }
      const isEnabled = [...select.options].some((option) => option.value === value && !option.disabled);
      select.value = isEnabled ? value : "";
      if (value && !isEnabled) jQuery(select).trigger("change");
    };
    const check = () => {
      for (const select of selects) filter(select);
      const now = chosen();
      const match = Object.values(now).every(Boolean) ? all.find((one) => matches(one, now)) : undefined;
      const field = form.querySelector<HTMLInputElement>("input.variation_id");
      if (field) field.value = String(match?.variation_id ?? 0);
      jQuery(form).trigger(match ? "found_variation" : "reset_data", match ? [match] : []);
    };
    jQuery(form).on("change", ".variations select", () => jQuery(form).trigger("check_variations"));
    jQuery(form).on("check_variations", check);
    setTimeout(() => {
      form.dataset.startedByOriginal = String(Number(form.dataset.startedByOriginal ?? 0) + 1);
      jQuery(form).trigger("check_variations");
      jQuery(form).trigger("wc_variation_form");
    }, 100);
  };

  jQuery.fn.wc_variation_form = function (this: JQuerySet) {
    start(this[0] as HTMLFormElement);
    return this;
  };
  jQuery(() => {
    for (const form of document.querySelectorAll<HTMLFormElement>("form.variations_form")) start(form);
  });
}
