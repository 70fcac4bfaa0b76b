/** The directives of the content security policy that the setting `csp_additions` may add sources to. */
export type AddedDirective = keyof typeof taken;

/** Kinds of sources. Hosts are exact, or all subdomains of one; nothing may name a whole scheme or top-level domain. */
const kinds = {
  host: {
    pattern: /^https:\/\/(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*(?::\d{1,5})?$/i,
    example: "https://cdn.example",
  },
  socket: {
    pattern: /^wss:\/\/(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*(?::\d{1,5})?$/i,
    example: "wss://chat.example",
  },
  hash: {
    pattern: /^'(?:sha256-[a-z0-9+/]{43}=|sha384-[a-z0-9+/]{64}|sha512-[a-z0-9+/]{86}==)'$/i,
    example: "'sha256-…'",
  },
  inline: { pattern: /^'unsafe-inline'$/, example: "'unsafe-inline'" },
  data: { pattern: /^data:$/, example: "data:" },
} as const;

/** Kinds by directive. Scripts are never opened to inline code as such, only to texts with a known hash. */
const taken = {
  "script-src": ["host", "hash"],
  "style-src": ["host", "hash"],
  "style-src-elem": ["host", "hash", "inline"],
  "style-src-attr": ["hash", "inline"],
  "img-src": ["host"],
  "font-src": ["host", "data"],
  "media-src": ["host"],
  "connect-src": ["host", "socket"],
  "frame-src": ["host"],
} as const satisfies Record<string, readonly (keyof typeof kinds)[]>;

/** Returns the sources that valid lines such as "img-src https://cdn.example" add, by directive; leaves out invalid lines. */
export function addedSources(lines: readonly string[]): Partial<Record<AddedDirective, readonly string[]>> {
  const added: Partial<Record<AddedDirective, string[]>> = {};
  for (const line of lines) {
    const [name, ...sources] = wordsOf(line);
    if (isDirective(name) && findAdditionFault(line) === undefined)
      added[name] = [...new Set([...(added[name] ?? []), ...sources])];
  }
  return added;
}

/** Says what is wrong with a line of the setting, for its error message; undefined if nothing is. */
export function findAdditionFault(line: string): string | undefined {
  const [name = "", ...sources] = wordsOf(line);
  if (!isDirective(name)) return `"${name}" cannot be added to; use ${Object.keys(taken).join(" or ")}`;
  const accepted = taken[name].map((kind) => kinds[kind]);
  const bad = sources.find((source) => !accepted.some(({ pattern }) => pattern.test(source)));
  if (bad === undefined && sources.length > 0) return undefined;
  const examples = accepted.map(({ example }) => example).join(" or ");
  return bad === undefined
    ? `${name} needs a source, such as ${examples}`
    : `${name} does not take ${bad}; use ${examples}`;
}

/** Returns an origin of `extra_script_origins` as a source; undefined if it is not an https host or all subdomains of one. */
export function originSource(origin: string): string | undefined {
  const source = origin.trim().replace(/\/$/, "");
  return kinds.host.pattern.test(source) ? source : undefined;
}

function isDirective(name: string | undefined): name is AddedDirective {
  return name !== undefined && Object.hasOwn(taken, name);
}

function wordsOf(line: string): string[] {
  return line.split(" ").filter((word) => word !== "");
}
