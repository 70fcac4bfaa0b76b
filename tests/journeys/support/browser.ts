import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from "playwright-core";
import { beforeAll, expect, inject, onTestFinished } from "vitest";
import { chromiumFlags } from "../../support/chromium.ts";

export interface PageOptions {
  /** Of the window, in CSS pixels. Under 600 the page is also touched, not pointed at. */
  width?: number;
  /** false: the visitor's browser runs no scripts. */
  javaScript?: boolean;
  colorScheme?: "light" | "dark";
  /** Of a shop of the test's own. Default: the one of the run. */
  origin?: string;
  /** What the browser gives itself out as. Default: as what it is. */
  userAgent?: string;
  /** Whether the screen is touched. Default: under 600 pixels. */
  isTouched?: boolean;
  /** Whether the visitor acts at once, so that each page has the client when it has loaded. Default: true. */
  isQuick?: boolean;
}

export interface JourneyPage {
  page: Page;
  /**
   * What went wrong on the page: errors on the console, uncaught exceptions, requests that failed or went to another
   * site. Every test ends with none; a journey that means to cause some takes them out (`faults.splice(0)`) and looks.
   */
  faults: string[];
}

export interface JourneyBrowser {
  /** A page of a new visitor, closed and checked for faults when the test ends. Its addresses are site-relative. */
  newPage(options?: PageOptions): Promise<JourneyPage>;
}

/** The browser of this worker: its test files follow one another and share it. It ends with the worker. */
let launched: Promise<Browser> | undefined;

/** The browser of a test file. Call it at the top of the file; it is open before the first test. */
export function openBrowser(): JourneyBrowser {
  let browser: Browser;
  beforeAll(async () => {
    launched ??= launch();
    browser = await launched;
  });
  return { newPage: (options = {}) => newPage(browser, options) };
}

/** A browser whose windows have scroll bars, which the others hide; for a test file, or a part of it. */
export function openBarredBrowser(): JourneyBrowser {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch({ ignoreDefaultArgs: ["--hide-scrollbars"] });
    return () => browser.close();
  });
  return { newPage: (options = {}) => newPage(browser, options) };
}

function launch(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath: inject("chromium"), args: [...chromiumFlags], ...options });
}

async function newPage(browser: Browser, options: PageOptions): Promise<JourneyPage> {
  const { width = 1280, javaScript = true, colorScheme = "light", userAgent } = options;
  const { origin = inject("shopOrigin") } = options;
  const { isTouched = width < 600, isQuick = true } = options;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: width < 600 ? 740 : 800 },
    hasTouch: isTouched,
    ...(userAgent !== undefined && { userAgent }),
    javaScriptEnabled: javaScript,
    colorScheme,
    reducedMotion: "reduce",
  });
  if (isQuick && javaScript) await context.addInitScript(actAtOnce);
  const faults: string[] = [];
  collectFaults(context, faults, origin);
  onTestFinished(async () => {
    await context.close();
    expect(faults, "faults on the page").toEqual([]);
  });
  return { page: await context.newPage(), faults };
}

/** In the page: what a shopper's first touch tells it. */
const actAtOnce = () => addEventListener("DOMContentLoaded", () => dispatchEvent(new Event("pointerdown")));

function collectFaults(context: BrowserContext, faults: string[], origin: string): void {
  context.on("console", (message) => {
    // A resource that did not load is told better by its response below.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      faults.push(`console: ${message.text()}`);
  });
  context.on("weberror", (error) => faults.push(`exception: ${error.error().message}`));
  context.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (/^https?:$/.test(protocol) && asked !== origin) faults.push(`asked another site: ${request.url()}`);
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // The browser gives up what a page had under way when the visitor leaves it.
    if (reason !== "net::ERR_ABORTED") faults.push(`failed: ${request.method()} ${request.url()} ${reason}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.request().method()} ${response.url()}`);
  });
}
