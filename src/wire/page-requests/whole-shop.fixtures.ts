import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { readConfig } from "#config";
import { buildServer } from "#server";
import { sheetHrefs } from "#storefront/rendering/page-sheets.ts";
import type { TestDatabase } from "../../../tests/support/test-database.ts";
import { type FormValues, SmallBrowser } from "../wc-ajax/entrance.fixtures.ts";

export const origin = "https://shop.example";

/** Signs the nonces. */
export const secret = "a secret of thirty-two characters";

/** Builds the complete server on a test database with the test's clock and environment variables; log lines go to `logged`. */
export async function openWholeShop(
  database: TestDatabase,
  now: () => Date,
  env: Record<string, string> = {},
): Promise<{ app: FastifyInstance; logged: string[] }> {
  const logged: string[] = [];
  const app = await buildServer({
    config: readConfig({ SITE_URL: origin, LOG_LEVEL: "debug", ...env }, "/nowhere"),
    database: {
      sessions: database.pool,
      ...database,
      place: "",
      backUpBaseIfDue: null,
      ensureRunning: async () => {},
      close: async () => {},
    },
    keys: [{ value: secret }],
    clock: { now },
    log: pino({ level: "debug" }, { write: (line: string) => logged.push(line) }),
    buildDir: "/nowhere",
    assets: {
      script: "/none.js",
      stylesheet: "/none.css",
      sheets: sheetHrefs(() => "/none.css"),
      styles: new Map(),
      fonts: [],
      origins: [],
    },
  });
  return { app, logged };
}

/** Test browser that fills in and submits the forms of the pages it loads. */
export class FormBrowser {
  readonly browser: SmallBrowser;
  readonly #headers: Record<string, string>;

  constructor(app: FastifyInstance, headers: Record<string, string> = {}) {
    this.browser = new SmallBrowser(app);
    this.#headers = { host: new URL(origin).host, ...headers };
  }

  get cookies(): Map<string, string> {
    return this.browser.cookies;
  }

  get(url: string) {
    return this.browser.get(url, this.#headers);
  }

  /** Follows a link of one of the shop's own pages. */
  follow(url: string) {
    return this.browser.follow(url, this.#headers);
  }

  post(url: string, form: FormValues, headers: Record<string, string> = {}) {
    return this.browser.post(url, form, { ...this.#headers, ...headers });
  }

  /** Loads a page and submits the form that contains the named button, with the given field values. */
  async fill(url: string, button: string, given: Record<string, string>, headers: Record<string, string> = {}) {
    return this.send(url, (await this.get(url)).body, button, given, headers);
  }

  /** Like `fill`, with a page that is already loaded. */
  send(url: string, page: string, button: string, given: Record<string, string>, headers: Record<string, string> = {}) {
    const forms = page.split("<form").map((part) => part.split("</form>", 1)[0] ?? "");
    const form = forms.slice(1).find((part) => part.includes(`name="${button}"`)) ?? "";
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const fields = Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
    return this.post(url, { ...fields, [button]: "1", ...given }, headers);
  }
}
