/** Characters that would end a script element early, or that old parsers take for line endings. */
const dangerous: Readonly<Record<string, string>> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** Returns a value as JSON that is safe inside a script element or an inline script. `undefined` becomes null. */
export function scriptJson(value: unknown): string {
  return (JSON.stringify(value) ?? "null").replace(/[<>&\u2028\u2029]/g, (sign) => dangerous[sign] ?? sign);
}
