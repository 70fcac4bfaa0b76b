import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { renderToStaticMarkup } from "react-dom/server";
import { build, mergeConfig, type Rolldown } from "vite";
import { inject, vi } from "vitest";
import { routes } from "#routes";
import { localeOf } from "#storefront/layout/fragments/locale-of.ts";
import { Island } from "#storefront/rendering/island.tsx";
import { LocaleContext } from "#ui/locale.tsx";
import config from "../../../vite.config.ts";
import { sample } from "./sample.island.tsx";

/** The page that shows the sample. */
const samplePath = routes.shop();

/** Scripts by path below /assets. */
export type SampleScripts = ReadonlyMap<string, string>;

/** Builds the sample's client as the shop's is built, under the name of the shop's, because pages allow no other script. */
export async function buildSample(): Promise<SampleScripts> {
  const html = await (await fetch(inject("shopOrigin") + samplePath)).text();
  const [, entry = ""] = /\/assets\/(shop-[\w-]+\.js)/.exec(html) ?? [];
  vi.stubEnv("NODE_ENV", "production");
  try {
    const rolldownOptions = {
      input: fileURLToPath(new URL("./sample-client.ts", import.meta.url)),
      output: { entryFileNames: `assets/${entry}` },
    };
    const own = { configFile: false, logLevel: "warn", build: { write: false, manifest: false, rolldownOptions } };
    const { output } = (await build(mergeConfig(config, own))) as Rolldown.RolldownOutput;
    const chunks = output.filter((file) => file.type === "chunk");
    return new Map(chunks.map(({ fileName, code }) => [`/${fileName}`, code]));
  } finally {
    vi.unstubAllEnvs();
  }
}

/** Returns the sample as the server renders it. */
export function sampleHtml(title = "Sample"): string {
  const locale = localeOf("en", { code: "PKR", symbol: "Rs", minorUnit: 0 });
  return renderToStaticMarkup(
    <LocaleContext value={locale}>
      <Island island={sample} props={{ title, action: samplePath }} />
    </LocaleContext>,
  );
}

/** Opens a page of the shop with the sample at its beginning. @returns the scripts that the page requests */
export async function openSample(page: Page, scripts: SampleScripts, html = sampleHtml()): Promise<string[]> {
  const requested: string[] = [];
  await page.route(
    ({ pathname }) => pathname === samplePath,
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<main[^>]*>/, (main) => main + html);
      await route.fulfill({ response, body });
    },
  );
  await page.route("**/assets/*.js", async (route) => {
    const { pathname } = new URL(route.request().url());
    requested.push(pathname);
    await route.fulfill({ contentType: "text/javascript", body: scripts.get(pathname) ?? "" });
  });
  await page.goto(samplePath);
  return requested;
}
