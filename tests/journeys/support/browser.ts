import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished } from "vitest";
import { chromiumFlags } from "../../support/chromium.ts";

export interface PageOptions {
  /** Window width in CSS pixels. Below 600, the device has a touch screen. */
  width?: number;
  /** false disables scripts. */
  javaScript?: boolean;
  colorScheme?: "light" | "dark";
  /** Origin of the shop. Default: the run's shared shop. */
  origin?: string;
  /** Default: the browser's own. */
  userAgent?: string;
  /** IANA name. Default: the machine's. */
  timeZone?: string;
  /** Whether the device has a touch screen. Default: below 600 pixels. */
  isTouched?: boolean;
  /** Simulates input as soon as a page is parsed, which loads all of the client; `goto` waits for it. Default: true. */
  isQuick?: boolean;
  /** Whether pop-ups about recent sales are shown, which cover parts of the page. Default: false. */
  hasLiveSales?: boolean;
}

export interface JourneyPage {
  page: Page;
  /**
   * Console errors, uncaught exceptions, and failed or cross-origin requests. Every test must end with none; a journey that
   * provokes some removes them with `faults.splice(0)`.
   */
  faults: string[];
}

export interface JourneyBrowser {
  /** Opens a page for a new visitor, closed and checked for faults at the end of the test. Takes site-relative URLs. */
  newPage(options?: PageOptions): Promise<JourneyPage>;
  /**
   * Opens a page before the tests of the surrounding `describe`, which share it, and closes and checks it for faults after
   * the last. They run in order; one that changes the page comes last. A repeated attempt gets a fresh page.
   * @param open loads the page; faults that it provokes are removed from `faults`
   * @returns the page, in a test
   */
  sharePage(options: PageOptions, open: (opened: JourneyPage) => Promise<void>): () => Page;
}

/** The worker's browser, shared by its test files, which run one after the other. It ends with the worker. */
let launched: Promise<Browser> | undefined;

/** Opens the browser for a test file. Call it at the top of the file. */
export function openBrowser(): JourneyBrowser {
  let browser: Browser;
  beforeAll(async () => {
    launched ??= launch();
    browser = await launched;
  });
  return {
    newPage: (options = {}) => newPage(browser, options),
    sharePage: (options, open) => sharePage((onEnd) => newPage(browser, options, onEnd), open),
  };
}

/** Opens a browser that shows scroll bars, which the shared one hides. */
export function openBrowserWithScrollBars(): Pick<JourneyBrowser, "newPage"> {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch({ ignoreDefaultArgs: ["--hide-scrollbars"] });
    return () => browser.close();
  });
  return { newPage: (options = {}) => newPage(browser, options) };
}

function launch(options: LaunchOptions = {}): Promise<Browser> {
  // With this limit, a page uses the process of its blank page, and does not start another one.
  const args = [...chromiumFlags, "--renderer-process-limit=1"];
  return chromium.launch({ executablePath: inject("chromium"), args, ...options });
}

type OnEnd = (end: () => Promise<void>) => void;

function sharePage(
  openPage: (onEnd: OnEnd) => Promise<JourneyPage>,
  open: (opened: JourneyPage) => Promise<void>,
): () => Page {
  let ends: (() => Promise<void>)[] = [];
  let shared: Page;
  const start = async () => {
    const opened = await openPage((end) => ends.push(end));
    shared = opened.page;
    await open(opened);
  };
  const end = async () => {
    const ending = ends;
    ends = [];
    for (const one of ending) await one();
  };
  beforeAll(start);
  beforeEach(async ({ task }) => {
    if (!task.result?.retryCount) return;
    // The faults of the failed attempt are part of its failure.
    await end().catch(() => {});
    await start();
  });
  afterAll(end);
  return () => shared;
}

/** @param onEnd registers what closes and checks the page; default: after the test */
async function newPage(browser: Browser, options: PageOptions, onEnd: OnEnd = onTestFinished): Promise<JourneyPage> {
  const { width = 1280, javaScript = true, colorScheme = "light", userAgent, timeZone } = options;
  const { origin = inject("shopOrigin") } = options;
  const { isTouched = width < 600, isQuick = true, hasLiveSales = false } = options;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: width < 600 ? 740 : 800 },
    hasTouch: isTouched,
    ...(userAgent !== undefined && { userAgent }),
    ...(timeZone !== undefined && { timezoneId: timeZone }),
    javaScriptEnabled: javaScript,
    colorScheme,
    reducedMotion: "reduce",
  });
  if (isQuick && javaScript) await context.addInitScript(actAtOnce);
  if (!hasLiveSales && javaScript) await context.addInitScript(dismissLiveSales);
  const faults: string[] = [];
  collectFaults(context, faults, origin);
  onEnd(async () => {
    await context.close();
    expect(faults, "faults on the page").toEqual([]);
  });
  const page = await context.newPage();
  if (isQuick && javaScript) waitForClient(page);
  return { page, faults };
}

/** Makes `goto` wait until all of the client has started, unless a test holds the client up. */
function waitForClient(page: Page): void {
  const goTo = page.goto.bind(page);
  page.goto = async (...address) => {
    const response = await goTo(...address);
    await page.waitForFunction(() => !customElements.get("shop-variations") || customElements.get("shop-cart-drawer"));
    return response;
  };
}

/** Runs in the page and simulates touches: the first loads the client, the second the parts that wait for an interaction. */
const actAtOnce = () => {
  const touch = () => dispatchEvent(new Event("pointerdown"));
  addEventListener("DOMContentLoaded", touch);
  void customElements.whenDefined("shop-variations").then(touch);
};

/** Runs in the page. */
const dismissLiveSales = () => {
  // Pages of other origins, such as about:blank, have no storage.
  if (location.protocol.startsWith("http")) localStorage.setItem("chowk_no_live_sales", "1");
};

function collectFaults(context: BrowserContext, faults: string[], origin: string): void {
  context.on("console", (message) => {
    // Failed resources are reported with more detail by the response below.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      faults.push(`console: ${message.text()}`);
  });
  context.on("weberror", (error) => faults.push(`exception: ${error.error().message}`));
  context.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (/^https?:$/.test(protocol) && asked !== origin) faults.push(`cross-origin request: ${request.url()}`);
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Leaving a page aborts its pending requests.
    if (reason !== "net::ERR_ABORTED") faults.push(`failed: ${request.method()} ${request.url()} ${reason}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.request().method()} ${response.url()}`);
  });
}
