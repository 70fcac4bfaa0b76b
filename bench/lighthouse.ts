import lighthouse, { type Flags, type Result } from "lighthouse";
import { type Browser, chromium } from "playwright-core";
import { routes } from "#routes";
import { readCatalogue } from "./catalogue.ts";
import { openChromium } from "./chromium.ts";
import type { Figure } from "./figure.ts";
import { settledPage } from "./hit.ts";
import { allowedCookies, openNetworks, setNetworks } from "./networks.ts";
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
  { what: "performance", unit: "", bar: { atLeast: 100 }, read: score("performance") },
  { what: "accessibility", unit: "", bar: { atLeast: 100 }, read: score("accessibility") },
  { what: "best practices", unit: "", bar: { atLeast: 100 }, read: score("best-practices") },
  { what: "SEO", unit: "", bar: { atLeast: 100 }, read: score("seo") },
  { what: "LCP", unit: "ms", bar: { atMost: 1000 }, read: value("largest-contentful-paint") },
  { what: "TBT", unit: "ms", bar: { atMost: 0 }, read: value("total-blocking-time") },
  { what: "CLS", unit: "", bar: { atMost: 0 }, read: value("cumulative-layout-shift") },
];

/** Cart, checkout and search results are not for search engines. */
const personalReadings = readings.filter(({ what }) => what !== "SEO");

const speedReadings = readings.filter(({ what }) => ["performance", "LCP", "TBT", "CLS"].includes(what));

/** An article of the demo, and a list of articles. */
const content = {
  article: routes.article("how-to-read-a-supplement-label"),
  archive: routes.articleCategory("minerals"),
};

/**
 * Runs Lighthouse with its defaults: a phone on a simulated slow connection. Also counts requests before any interaction. Cart
 * and checkout contain one product. "returning" and "tracked" are the product page for a visitor whose browser has its files; with
 * "tracked", the shop also has all networks, and the visitor has allowed them.
 * LIGHTHOUSE_PAGES names the pages to audit, such as "product,search"; default: all.
 */
export async function measureLighthouse(workspace: Workspace): Promise<Figure[]> {
  const shop = await workspace.openShop();
  const { pages, buyableIds } = await readCatalogue(shop);
  const form = { product_id: String(buyableIds[0] ?? 0) };
  const cookie = cookiesOf(await ask(shop.origin, { path: routes.shopCall("add_to_cart"), form }));
  const audited: readonly AuditedPage[] = [
    ...Object.entries({ ...pages, ...content }).map(([name, path]) => ({ name, path, readings })),
    { name: "search", path: routes.search("vitamin"), readings: personalReadings },
    { name: "cart", path: routes.cart(), readings: personalReadings, cookie },
    { name: "checkout", path: routes.checkout(), readings: personalReadings, cookie },
    { name: "returning", path: pages.product, readings: speedReadings, isReturning: true },
    { name: "tracked", path: pages.product, readings: speedReadings, isReturning: true, isTracked: true },
  ];
  const names = process.env.LIGHTHOUSE_PAGES?.split(",") ?? audited.map(({ name }) => name);
  const unknown = names.filter((name) => audited.every((page) => page.name !== name));
  if (unknown.length > 0) throw new Error(`LIGHTHOUSE_PAGES: there is no ${unknown.join(", ")}`);
  const networks = await openNetworks();
  const opened = await openChromium(workspace.folder, networks.flags);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${opened.port}`);
  const auditor = { origin: shop.origin, port: opened.port, browser };
  const figures: Figure[] = [];
  for (const page of audited.filter(({ name }) => names.includes(name))) {
    const { name, path, readings, cookie, isReturning, isTracked } = page;
    if (isTracked) await setNetworks(shop);
    // After earlier visits the page has its final compression, which often saves a round trip.
    if (cookie === undefined) await settledPage(shop.origin, path);
    const reports = await auditAll(auditor, page);
    figures.push(...figuresOf(name, readings, reports), machineSpeed(reports));
    if (isTracked)
      figures.push({ what: "  networks loaded", values: networks.loaded(), unit: "", bar: { atLeast: 5 } });
    else if (cookie === undefined && !isReturning) figures.push(...(await weighRequests(name, reports)));
  }
  if (names.includes("checkout")) figures.push(await countCheckoutFields(auditor, cookie));
  await browser.close();
  await opened.stop();
  await networks.stop();
  await shop.stop();
  return figures;
}

interface AuditedPage {
  name: string;
  path: string;
  readings: readonly Reading[];
  /** Of a visitor with a cart. */
  cookie?: string | undefined;
  /** Whether the browser has the page's files. */
  isReturning?: boolean;
  /** Whether the shop has networks and the visitor has allowed them. */
  isTracked?: boolean;
}

interface Auditor {
  origin: string;
  /** The browser's DevTools port. */
  port: number;
  browser: Browser;
}

/** Audits a page several times, as the visitor that it describes. */
async function auditAll({ origin, port, browser }: Auditor, page: AuditedPage): Promise<Result[]> {
  const { path, cookie, isReturning = false, isTracked } = page;
  const allowed = isTracked ? allowedCookies.map((name) => ({ name, value: "allow", url: origin })) : [];
  // Lighthouse clears the browser's cache but not its cookies. One of them says that the style sheets are cached.
  const forget = () =>
    Promise.all(browser.contexts().map((context) => context.clearCookies().then(() => context.addCookies(allowed))));
  const run = () =>
    audit(origin + path, port, {
      disableStorageReset: isReturning,
      ...(cookie !== undefined && { extraHeaders: { Cookie: cookie } }),
    });
  await forget();
  if (isReturning) await run();
  const reports: Result[] = [];
  for (let count = 0; count < runs; count++) {
    if (!isReturning) await forget();
    reports.push(await run());
  }
  return reports;
}

function figuresOf(name: string, wanted: readonly Reading[], reports: readonly Result[]): Figure[] {
  return wanted.map(({ what, unit, bar, read }) => ({
    what: `lighthouse ${name}: ${what}`,
    values: reports.map(read),
    unit,
    bar,
  }));
}

/**
 * Tells how fast the machine was during the audits, by Lighthouse's own benchmark. Below 1,000, Lighthouse warns that the machine
 * is too slow for its figures to stand for a phone.
 */
function machineSpeed(reports: readonly Result[]): Figure {
  return {
    what: "  benchmark index of the machine",
    values: reports.map(({ environment }) => environment.benchmarkIndex),
    unit: "",
  };
}

/** Counts the form elements that a guest's checkout shows at first on a phone. */
async function countCheckoutFields({ origin, browser }: Auditor, cookie: string): Promise<Figure> {
  const page = await browser.newPage({ viewport: { width: 360, height: 800 }, extraHTTPHeaders: { Cookie: cookie } });
  await page.goto(origin + routes.checkout());
  const seen = await page.locator("form.checkout :is(input, select, textarea, button):visible").count();
  await page.close();
  return { what: "  form elements visible to a guest at the checkout", values: [seen], unit: "", bar: { atMost: 13 } };
}

/** Retries up to three times, because Chromium sometimes does not finish a trace. */
async function audit(url: string, port: number, more: Flags): Promise<Result> {
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
