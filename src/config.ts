import { isIP } from "node:net";
import { isAbsolute, resolve } from "node:path";

/**
 * The only reader of the environment. Lists every variable once, with its default and meaning; all are optional.
 * Startup fails with a full list of invalid values.
 */
export interface Config {
  /** PORT: where the shop listens. 0 takes any free port. */
  port: number;
  /** HOST: the address it listens on. */
  host: string;
  /**
   * DATA_DIR: holds the embedded database, the secret key and, without STORAGE_URL, the shop's files. Absolute path.
   */
  dataDir: string;
  /** STORAGE_URL: the bucket for the shop's files; null keeps them in DATA_DIR. */
  storage: ObjectStorage | null;
  /** DATABASE_URL: PostgreSQL 15 or newer, perhaps several hosts with commas between; null uses the embedded server. */
  databaseUrl: string | null;
  /** DATABASE_CONNECTIONS: how many connections this host may use, of several with one database; null: all. */
  databaseConnections: number | null;
  /** SHARED_BUFFERS_MB: memory of the embedded database for tables and indexes; null: a 64th of the machine's. */
  sharedBuffersMb: number | null;
  /** RECOVERY_DIR: folder for point-in-time recovery of the embedded database; null turns it off. Absolute path. */
  recoveryDir: string | null;
  /** RECOVERY_DAYS: how many days back it can be restored. */
  recoveryDays: number;
  /** BACKUP_DIR, BACKUP_HOURS, BACKUP_KEEP: scheduled backups; null for none. */
  backups: BackupSchedule | null;
  /** DATABASE_DIRECT_URL: the same database without the transaction pooler that DATABASE_URL leads to; null without one. */
  databaseDirectUrl: string | null;
  /** SITE_URL: the public origin without a trailing slash; null accepts only loopback host names. */
  siteUrl: string | null;
  /** TRUST_PROXY and TRUST_PROXY_HEADER: the proxies in front of the shop; null for none. */
  proxies: Proxies | null;
  /** HSTS: the value of the Strict-Transport-Security header of responses over https. */
  hsts: string;
  /** SMTP_URL: null stores mails as .eml files below `mail`. */
  smtpUrl: string | null;
  /** MAIL_FROM: overrides the store's sender address. */
  mailFrom: string | null;
  /** CONVERSIONS_PROXY: receives conversions in place of the networks, at its address and their host; null for none. */
  conversionsProxy: string | null;
  /** PROCESSES: how many processes answer requests. */
  processes: number;
  /** LOG_LEVEL: the lowest level that is logged. */
  logLevel: "silent" | "error" | "warn" | "info" | "debug";
  /** PAGE_CACHE_MB: size limit of the page cache in each process. */
  pageCacheBytes: number;
  /** DEMO: whether the demo shop is imported into an empty database. */
  importsDemo: boolean;
  secrets: Secrets;
}

/** Backups that the shop makes by itself. */
export interface BackupSchedule {
  /** Absolute path. */
  dir: string;
  /** Hours from one backup to the next. */
  hours: number;
  /** How many are kept. */
  keep: number;
}

/** The proxies that are believed about where a request came from. */
export interface Proxies {
  /** How many proxies every request passes, or their addresses and networks ("10.0.0.0/8", "loopback"). */
  trusted: number | readonly string[];
  /** The header that they write; the other one is ignored, because they would pass on what a stranger wrote in it. */
  header: "x-forwarded-for" | "forwarded";
}

/** A bucket of S3 or of an S3-compatible server. */
export interface ObjectStorage {
  bucket: string;
  /** Prefix of all keys: "", or a text ending in "/". */
  prefix: string;
  /** Origin of the server; null means AWS. */
  endpoint: string | null;
  region: string;
}

/** Kept apart so that nothing prints them by accident. */
export interface Secrets {
  /** SECRET_KEY: null generates one and stores it in DATA_DIR. */
  secretKey: string | null;
  /** METRICS_TOKEN: bearer token for /metrics; null disables /metrics. */
  metricsToken: string | null;
  /** STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY: credentials for STORAGE_URL. */
  storage: { accessKey: string; secretKey: string } | null;
}

/** Lists every invalid environment variable. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Invalid environment variables:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
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
    storage: reader.objectStorage("STORAGE_URL"),
    databaseUrl: reader.databaseUrl("DATABASE_URL"),
    databaseConnections: reader.optionalInteger("DATABASE_CONNECTIONS", 1, 10_000),
    databaseDirectUrl: reader.databaseUrl("DATABASE_DIRECT_URL"),
    sharedBuffersMb: reader.optionalInteger("SHARED_BUFFERS_MB", 16, 65_536),
    recoveryDir: reader.folder("RECOVERY_DIR", cwd),
    recoveryDays: reader.integer("RECOVERY_DAYS", 7, 1, 365),
    backups: reader.backups(cwd),
    siteUrl: reader.origin("SITE_URL"),
    proxies: reader.proxies("TRUST_PROXY", "TRUST_PROXY_HEADER"),
    hsts: reader.hsts("HSTS"),
    smtpUrl: reader.url("SMTP_URL", ["smtp:", "smtps:"]),
    mailFrom: reader.optional("MAIL_FROM", /^[^\r\n]*[^\s@]+@[^\s@]+$/, "an email address"),
    conversionsProxy: reader.origin("CONVERSIONS_PROXY"),
    processes: reader.integer("PROCESSES", 1, 1, 64),
    logLevel: reader.choice("LOG_LEVEL", "warn", ["silent", "error", "warn", "info", "debug"]),
    pageCacheBytes: reader.integer("PAGE_CACHE_MB", 16, 1, 4096) * 1024 * 1024,
    importsDemo: reader.choice("DEMO", "yes", ["yes", "no"]) === "yes",
    secrets: {
      secretKey: reader.optional("SECRET_KEY", /^.{32,}$/, "at least 32 characters"),
      metricsToken: reader.optional("METRICS_TOKEN", /^\S{16,}$/, "at least 16 characters without spaces"),
      storage: reader.credentials("STORAGE_ACCESS_KEY", "STORAGE_SECRET_KEY"),
    },
  };
  if (config.proxies && config.siteUrl === null)
    problems.push("TRUST_PROXY requires SITE_URL: behind a proxy the shop must know its public origin");
  if (config.recoveryDir !== null && config.databaseUrl !== null)
    problems.push("RECOVERY_DIR is for the embedded database: with DATABASE_URL, archive the log of your own server");
  if (config.storage && !config.secrets.storage)
    problems.push("STORAGE_URL requires STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY");
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Two years. */
const defaultHsts = "max-age=63072000";

/** One year: the shortest max-age on the browsers' preload list. */
const preloadSeconds = 31_536_000;

function absolute(path: string, cwd: string): string {
  return isAbsolute(path) ? path : resolve(cwd, path);
}

/** Reads one variable at a time and collects the problems instead of throwing at the first. */
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

  optionalInteger(name: string, min: number, max: number): number | null {
    return this.#value(name) === undefined ? null : this.integer(name, min, min, max);
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

  folder(name: string, cwd: string): string | null {
    const value = this.optional(name, /^[^\0\n]+$/, "a folder");
    return value === null ? null : absolute(value, cwd);
  }

  backups(cwd: string): BackupSchedule | null {
    const dir = this.folder("BACKUP_DIR", cwd);
    const hours = this.integer("BACKUP_HOURS", 24, 1, 24 * 31);
    const keep = this.integer("BACKUP_KEEP", 14, 1, 1_000);
    return dir === null ? null : { dir, hours, keep };
  }

  choice<Choice extends string>(name: string, fallback: Choice, choices: readonly Choice[]): Choice {
    const value = this.#value(name);
    if (value === undefined) return fallback;
    const choice = choices.find((one) => one === value);
    if (!choice) this.#refuse(name, `one of ${choices.join(", ")}, not "${value}"`);
    return choice ?? fallback;
  }

  /** Parses an address with several hosts too, which is none for `URL`. */
  databaseUrl(name: string): string | null {
    return this.url(name, ["postgres:", "postgresql:"], (value) => {
      const [, start = "", list = "", rest = ""] =
        /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*,[^/?#]*)(.*)$/s.exec(value) ?? [];
      const [first, ...others] = list.split(",");
      if (!first) return value;
      return others.every((host) => URL.canParse(`postgres://${host}/`) && host !== "") ? start + first + rest : "";
    });
  }

  url(name: string, protocols: readonly string[], parsed = (value: string) => value): string | null {
    const value = this.#value(name);
    if (value === undefined) return null;
    if (URL.canParse(parsed(value)) && protocols.includes(new URL(parsed(value)).protocol)) return value;
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

  /** Parses `s3://bucket/prefix?region=...&endpoint=...`; only the bucket is required. */
  objectStorage(name: string): ObjectStorage | null {
    const value = this.url(name, ["s3:"]);
    if (value === null) return null;
    const url = new URL(value);
    const { endpoint, region = "us-east-1", ...others } = Object.fromEntries(url.searchParams);
    const isBucket = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname);
    const prefix = url.pathname.replace(/^\/|\/$/g, "");
    const isPrefix = /^([\w.-]+(\/[\w.-]+)*)?$/.test(prefix) && prefix.length <= 100;
    const isEndpoint = endpoint === undefined || /^https?:\/\/[^/?#@]+\/?$/.test(endpoint);
    const isPlain = url.username === "" && url.password === "" && Object.keys(others).length === 0;
    if (isBucket && isPrefix && isEndpoint && isPlain && /^[\w-]+$/.test(region)) {
      const origin = endpoint === undefined ? null : new URL(endpoint).origin;
      return { bucket: url.hostname, prefix: prefix === "" ? "" : `${prefix}/`, endpoint: origin, region };
    }
    this.#refuse(name, "s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION, without credentials");
    return null;
  }

  credentials(accessName: string, secretName: string): { accessKey: string; secretKey: string } | null {
    const accessKey = this.optional(accessName, /^\S+$/, "without spaces");
    const secretKey = this.optional(secretName, /^\S+$/, "without spaces");
    return accessKey !== null && secretKey !== null ? { accessKey, secretKey } : null;
  }

  /** Reads a Strict-Transport-Security value; `preload` needs what the browsers' preload list requires. */
  hsts(name: string): string {
    const value = this.text(
      name,
      defaultHsts,
      /^max-age=\d{1,10}(; includeSubDomains(; preload)?)?$/,
      "max-age=SECONDS, optionally with ; includeSubDomains, and then also ; preload",
    );
    const seconds = Number(/\d+/.exec(value)?.[0]);
    if (value.endsWith("preload") && seconds < preloadSeconds)
      this.#refuse(name, `at least max-age=${preloadSeconds} with preload`);
    return value;
  }

  /** Parses the number of proxies, or their addresses and networks. */
  proxies(name: string, headerName: string): Proxies | null {
    const header = this.choice(headerName, "x-forwarded-for", ["x-forwarded-for", "forwarded"]);
    const value = this.#value(name);
    if (value === undefined || value === "false") return null;
    if (/^[1-9]$/.test(value)) return { trusted: Number(value), header };
    const parts = value.split(",").map((part) => part.trim());
    if (parts.every(isNetwork)) return { trusted: parts, header };
    const wayOut = value === "true" ? ': with "true" anyone could invent a sender address' : "";
    this.#refuse(
      name,
      `the number of proxies in front of the shop (such as 1), or their addresses and networks separated by commas${wayOut}`,
    );
    return null;
  }
}

/** Returns whether a text is an IP address, a network ("10.0.0.0/8") or the name of one. */
function isNetwork(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
