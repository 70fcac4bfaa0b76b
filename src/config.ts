import { isAbsolute, resolve } from "node:path";

/**
 * The only reader of the environment. Every variable once, with its default and meaning; all are optional. A bad value
 * stops the start with the full list of what is wrong.
 */
export interface Config {
  /** PORT: where the shop listens. 0 takes any free port. */
  port: number;
  /** HOST: the address it listens on. */
  host: string;
  /** DATA_DIR: database, media, mails and keys live here. Absolute. */
  dataDir: string;
  /** DATABASE_URL: a PostgreSQL 15 or newer; null means the embedded one. */
  databaseUrl: string | null;
  /** SITE_URL: the public origin without a trailing slash; null answers loopback names only. */
  siteUrl: string | null;
  /** TRUST_PROXY: addresses or networks whose X-Forwarded-* headers count; false for none. */
  trustProxy: string[] | boolean;
  /** SMTP_URL: null puts mails as .eml files into DATA_DIR/mail. */
  smtpUrl: string | null;
  /** MAIL_FROM: overrides the store's sender address. */
  mailFrom: string | null;
  /** PROCESSES: how many processes answer requests. */
  processes: number;
  /** LOG_LEVEL: what is logged. */
  logLevel: "silent" | "error" | "warn" | "info" | "debug";
  /** PAGE_CACHE_MB: the page cache's bound in each process. */
  pageCacheBytes: number;
  /** DEMO: whether an empty database gets the demo shop. */
  importsDemo: boolean;
  secrets: Secrets;
}

/** Kept apart so that nothing prints them by accident. */
export interface Secrets {
  /** SECRET_KEY: null means one is made and kept in DATA_DIR. */
  secretKey: string | null;
  /** METRICS_TOKEN: bearer token of /metrics; null closes it. */
  metricsToken: string | null;
}

/** What is wrong with the environment, all of it. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings in the environment are not usable:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration from an environment.
 * @throws ConfigError listing every bad value.
 */
export function readConfig(environment: Environment = process.env, cwd = process.cwd()): Config {
  const problems: string[] = [];
  const reader = new Reader(environment, problems);
  const config: Config = {
    port: reader.integer("PORT", 3000, 0, 65_535),
    host: reader.text("HOST", "127.0.0.1", /^[\w.:-]+$/, "an address or host name"),
    dataDir: absolute(reader.text("DATA_DIR", "./data", /^[^\0]+$/, "a folder"), cwd),
    databaseUrl: reader.url("DATABASE_URL", ["postgres:", "postgresql:"]),
    siteUrl: reader.origin("SITE_URL"),
    trustProxy: reader.proxies("TRUST_PROXY"),
    smtpUrl: reader.url("SMTP_URL", ["smtp:", "smtps:"]),
    mailFrom: reader.optional("MAIL_FROM", /^[^\r\n]*[^\s@]+@[^\s@]+$/, "an e-mail address"),
    processes: reader.integer("PROCESSES", 1, 1, 64),
    logLevel: reader.choice("LOG_LEVEL", "warn", ["silent", "error", "warn", "info", "debug"]),
    pageCacheBytes: reader.integer("PAGE_CACHE_MB", 64, 1, 4096) * 1024 * 1024,
    importsDemo: reader.choice("DEMO", "yes", ["yes", "no"]) === "yes",
    secrets: {
      secretKey: reader.optional("SECRET_KEY", /^.{32,}$/, "at least 32 characters"),
      metricsToken: reader.optional("METRICS_TOKEN", /^\S{16,}$/, "at least 16 characters without spaces"),
    },
  };
  if (config.trustProxy !== false && config.siteUrl === null)
    problems.push("TRUST_PROXY needs SITE_URL: behind a proxy the shop must know its own name");
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function absolute(path: string, cwd: string): string {
  return isAbsolute(path) ? path : resolve(cwd, path);
}

/** Reads one variable at a time and collects what is wrong instead of throwing at the first. */
class Reader {
  readonly #environment: Environment;
  readonly #problems: string[];

  constructor(environment: Environment, problems: string[]) {
    this.#environment = environment;
    this.#problems = problems;
  }

  #value(name: string): string | undefined {
    return this.#environment[name] || undefined;
  }

  #refuse(name: string, expected: string): void {
    this.#problems.push(`${name} must be ${expected}`);
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.#value(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    this.#refuse(name, `a whole number from ${min} to ${max}, not "${value}"`);
    return fallback;
  }

  optional(name: string, pattern: RegExp, expected: string): string | null {
    const value = this.#value(name);
    if (value === undefined || pattern.test(value)) return value ?? null;
    this.#refuse(name, expected);
    return null;
  }

  text(name: string, fallback: string, pattern: RegExp, expected: string): string {
    return this.optional(name, pattern, expected) ?? fallback;
  }

  choice<Choice extends string>(name: string, fallback: Choice, choices: readonly Choice[]): Choice {
    const value = this.#value(name);
    if (value === undefined) return fallback;
    const choice = choices.find((one) => one === value);
    if (!choice) this.#refuse(name, `one of ${choices.join(", ")}, not "${value}"`);
    return choice ?? fallback;
  }

  url(name: string, protocols: readonly string[]): string | null {
    const value = this.#value(name);
    if (value === undefined) return null;
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    this.#refuse(name, `an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`);
    return null;
  }

  origin(name: string): string | null {
    const value = this.url(name, ["http:", "https:"]);
    if (value === null) return null;
    const url = new URL(value);
    if (url.pathname === "/" && !url.search && !url.hash && !url.username) return url.origin;
    this.#refuse(name, "an origin without path or query, such as https://shop.example");
    return null;
  }

  /** "true" trusts any peer: right only where nobody but the proxy can reach the port. */
  proxies(name: string): string[] | boolean {
    const value = this.#value(name);
    if (value === undefined || value === "false") return false;
    if (value === "true") return true;
    const parts = value.split(",").map((part) => part.trim());
    if (parts.every((part) => /^[0-9a-fA-F.:]+(\/\d{1,3})?$|^(loopback|linklocal|uniquelocal)$/.test(part)))
      return parts;
    this.#refuse(name, "true, false, or addresses and networks separated by commas");
    return false;
  }
}
