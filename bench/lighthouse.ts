import lighthouse, { type Flags, type Result } from "lighthouse";
import { chromium } from "playwright-core";
import { routes } from "#routes";
import { readCatalogue } from "./catalogue.ts";
import { openChromium } from "./chromium.ts";
import type { Figure } from "./figure.ts";
import { ask, cookiesOf } from "./requests.ts";
import type { Workspace } from "./workspace.ts";

const runs = 5;

/** A figure of a Lighthouse report, with its bar. */
interface Reading {
  what: string;
  unit: string;
  bar: { atLeast: number } | { atMost: number };
  read: (report: Result) => number;
}

const score = (category: string) => (report: Result) => (report.categories[category]?.score ?? Number.NaN) * 100;
const value = (audit: string) => (report: Result) => report.audits[audit]?.numericValue ?? Number.NaN;

const readings: readonly Reading[] = [
  { what: "performance", unit: "", bar: { atLeast: 99 }, read: score("performance") },
  { what: "accessibility", unit: "", bar: { atLeast: 100 }, read: score("accessibility") },
  { what: "best practices", unit: "", bar: { atLeast: 100 }, read: score("best-practices") },
  { what: "SEO", unit: "", bar: { atLeast: 100 }, read: score("seo") },
  { what: "LCP", unit: "ms", bar: { atMost: 1200 }, read: value("largest-contentful-paint") },
  { what: "TBT", unit: "ms", bar: { atMost: 50 }, read: value("total-blocking-time") },
  { what: "CLS", unit: "", bar: { atMost: 0 }, read: value("cumulative-layout-shift") },
];

/** Runs Lighthouse with its defaults: a phone on a simulated slow connection. Also counts requests before any interaction. */
export async function measureLighthouse(workspace: Workspace): Promise<Figure[]> {
  const shop = await workspace.openShop();
  const { pages, buyableIds } = await readCatalogue(shop);
  const opened = await openChromium(workspace.folder);
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(pages)) {
    const reports: Result[] = [];
    for (let run = 0; run < runs; run++) reports.push(await audit(shop.origin + path, opened.port));
    for (const { what, unit, bar, read } of readings)
      figures.push({ what: `lighthouse ${name}: ${what}`, values: reports.map(read), unit, bar });
    figures.push(...(await weighRequests(name, reports)));
  }
  figures.push(...(await measureCheckout(shop.origin, buyableIds[0] ?? 0, opened.port)));
  await opened.stop();
  await shop.stop();
  return figures;
}

/** Measures a guest's checkout: accessibility, and how many form elements are visible at first on a phone. */
async function measureCheckout(origin: string, productId: number, port: number): Promise<Figure[]> {
  const form = { product_id: String(productId) };
  const cookie = cookiesOf(await ask(origin, { path: routes.shopCall("add_to_cart"), form }));
  const report = await audit(origin + routes.checkout(), port, {
    extraHeaders: { Cookie: cookie },
    onlyCategories: ["accessibility"],
  });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.newPage({ viewport: { width: 360, height: 800 }, extraHTTPHeaders: { Cookie: cookie } });
  await page.goto(origin + routes.checkout());
  const seen = await page.locator("form.checkout :is(input, select, textarea, button):visible").count();
  await browser.close();
  return [
    {
      what: "lighthouse checkout: accessibility",
      values: [score("accessibility")(report)],
      unit: "",
      bar: { atLeast: 100 },
    },
    { what: "  form elements visible to a guest at the checkout", values: [seen], unit: "", bar: { atMost: 13 } },
  ];
}

/** Retries up to three times, because Chromium sometimes does not finish a trace. */
async function audit(url: string, port: number, more: Flags = {}): Promise<Result> {
  let failure = "no report";
  for (let attempt = 0; attempt < 3; attempt++) {
    const run = await lighthouse(url, { ...more, port, output: "json", logLevel: "silent" });
    if (run && !run.lhr.runtimeError) return run.lhr;
    failure = run?.lhr.runtimeError?.message ?? failure;
  }
  throw new Error(`Lighthouse: ${failure}`);
}

interface NetworkRequest {
  url: string;
  resourceType?: string;
  mimeType?: string;
}

/** Counts the requests for the page's HTML, CSS and scripts, and measures the scripts' size in brotli. */
async function weighRequests(name: string, reports: readonly Result[]): Promise<Figure[]> {
  const counts: number[] = [];
  const kilobytes: number[] = [];
  for (const report of reports) {
    const details = report.audits["network-requests"]?.details;
    const requests = details?.type === "table" ? (details.items as unknown as NetworkRequest[]) : [];
    const scripts = requests.filter(isScript);
    counts.push(requests.filter((one) => isScript(one) || isPageOrStyle(one)).length);
    let bytes = 0;
    for (const { url } of scripts) bytes += await bytesInBrotli(url);
    kilobytes.push(bytes / 1000);
  }
  return [
    { what: `  JavaScript on ${name} before interaction`, values: kilobytes, unit: "kB", bar: { atMost: 12 } },
    { what: `  requests for HTML, CSS and scripts`, values: counts, unit: "", bar: { atMost: 4 } },
  ];
}

function isScript({ resourceType, mimeType = "" }: NetworkRequest): boolean {
  return resourceType === "Script" || /javascript/.test(mimeType);
}

function isPageOrStyle({ resourceType = "" }: NetworkRequest): boolean {
  return resourceType === "Document" || resourceType === "Stylesheet";
}

async function bytesInBrotli(url: string): Promise<number> {
  const { origin, pathname, search } = new URL(url);
  const { body, headers } = await ask(origin, { path: pathname + search, headers: { "accept-encoding": "br" } });
  if (headers["content-encoding"] !== "br") throw new Error(`${pathname} is not served in brotli`);
  return body.length;
}
