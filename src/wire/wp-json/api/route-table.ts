import type { ApiPath, Endpoint } from "./endpoint.ts";

/** A path that a request has found, with the values in it. */
export interface FoundPath {
  path: ApiPath;
  values: Readonly<Record<string, string>>;
}

interface ValuePattern {
  /** As the protocol prints it. */
  printed: string;
  /** What is accepted. */
  pattern: RegExp;
}

const number: ValuePattern = { printed: "[\\d]+", pattern: /^\d{1,15}$/ };
const word: ValuePattern = { printed: "[\\w-]+", pattern: /^[\w-]{1,100}$/ };

/** The values in paths by name; others are words. */
const patterns: Readonly<Record<string, ValuePattern>> = {
  id: number,
  parent: number,
  user: { printed: "(?:[\\d]+|me)", pattern: /^(?:\d{1,15}|me)$/ },
  uuid: { printed: "[\\w\\-]+", pattern: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i },
};

/** Returns a path as the protocol prints it: "/wp/v2/posts/(?P<id>[\d]+)". */
export function printedPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => `(?P<${name}>${(patterns[name] ?? word).printed})`);
}

/** Returns the namespace of a path: "wp/v2"; "" for the root. */
export function namespaceOf(path: string): string {
  const [, first = "", second = ""] = path.split("/");
  return second.includes("{") ? first : `${first}${second && `/${second}`}`;
}

/** All paths of the API. Routing, checks, documents and tests come from it. */
export class RouteTable {
  readonly paths: readonly ApiPath[];
  readonly #fixed: ReadonlyMap<string, ApiPath>;
  readonly #open: readonly { path: ApiPath; segments: readonly string[] }[];

  constructor(paths: readonly ApiPath[]) {
    this.paths = paths;
    this.#fixed = new Map(paths.filter(({ path }) => !path.includes("{")).map((path) => [path.path, path]));
    this.#open = paths
      .filter(({ path }) => path.includes("{"))
      .map((path) => ({ path, segments: path.path.split("/") }));
  }

  /** Finds the path of a request; a slash at its end does not matter. */
  find(address: string): FoundPath | undefined {
    const trimmed = address.length > 1 ? address.replace(/\/$/, "") : address;
    const fixed = this.#fixed.get(trimmed);
    if (fixed) return { path: fixed, values: {} };
    const parts = trimmed.split("/");
    for (const { path, segments } of this.#open) {
      const values = valuesIn(parts, segments);
      if (values) return { path, values };
    }
    return undefined;
  }
}

function valuesIn(parts: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (parts.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [at, segment] of segments.entries()) {
    const part = parts[at] ?? "";
    if (!segment.startsWith("{")) {
      if (part !== segment) return undefined;
      continue;
    }
    const name = segment.slice(1, -1);
    if (!(patterns[name] ?? word).pattern.test(part)) return undefined;
    values[name] = part;
  }
  return values;
}

/** Finds the endpoint of a method. */
export function endpointOf({ endpoints }: ApiPath, method: string): Endpoint | undefined {
  const asked = method === "HEAD" ? "GET" : method;
  return endpoints.find(({ methods }) => methods.some((one) => one === asked));
}
