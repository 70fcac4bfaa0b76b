/** A problem in a text file. */
export interface FileProblem {
  /** From 1; undefined if it is not known. */
  line: number | undefined;
  text: string;
}

/** Sorts problems by line; those without come last. */
export function byLine(problems: readonly FileProblem[]): FileProblem[] {
  return problems.toSorted((a, b) => (a.line ?? Number.POSITIVE_INFINITY) - (b.line ?? Number.POSITIVE_INFINITY) || 0);
}

/** A text file that starts with "name: value" lines between two lines of three hyphens. */
export interface FrontMatter {
  /** The lines by name, in lower case. */
  values: ReadonlyMap<string, { value: string; line: number }>;
  body: string;
  problems: readonly FileProblem[];
}

/**
 * Reads a file with front matter. Lines that are empty or start with "#" mean nothing; of other lines those that are not
 * "name: value", unknown names and repeated ones are problems.
 * @returns the problem if the file does not start with front matter
 */
export function readFrontMatter(text: string, names: ReadonlySet<string>): FrontMatter | FileProblem {
  const match = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---\r?(?:\n([\s\S]*))?$/.exec(text);
  if (!match) {
    const hasBegun = /^\ufeff?---\r?\n/.test(text);
    return {
      line: 1,
      text: hasBegun ? 'its front matter does not end with a line "---"' : "it does not start with front matter",
    };
  }
  const [, head = "", body = ""] = match;
  const values = new Map<string, { value: string; line: number }>();
  const problems: FileProblem[] = [];
  for (const [index, row] of head.split(/\r?\n/).entries()) {
    const line = index + 2;
    if (row.trim() === "" || row.startsWith("#")) continue;
    const [, name = "", value = ""] = /^([A-Za-z_]+)\s*:\s*(.*)$/.exec(row) ?? [];
    const key = name.toLowerCase();
    if (name === "") problems.push({ line, text: `"${row.slice(0, 60)}" is not "name: value"` });
    else if (!names.has(key)) problems.push({ line, text: `"${name}" is not one of ${[...names].join(", ")}` });
    else if (values.has(key)) problems.push({ line, text: `"${name}" is there twice` });
    else values.set(key, { value: value.trim().replace(/^"(.*)"$/, "$1"), line });
  }
  return { values, body, problems };
}
