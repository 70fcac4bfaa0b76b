/** Signs that would end a script element early, or that old parsers take for line ends. */
const dangerous: Readonly<Record<string, string>> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** A value as JSON that can stand inside a script element or an inline script. `undefined` becomes null. */
export function scriptJson(value: unknown): string {
  return (JSON.stringify(value) ?? "null").replace(/[<>&\u2028\u2029]/g, (sign) => dangerous[sign] ?? sign);
}
