import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";

const sheet = await readFile(new URL("./tokens.css", import.meta.url), "utf8");
const grounds = ["paper", "raised", "ground", "ground-soft", "leaf-tint", "sun-tint", "alarm-tint"];

/** Text on each of its grounds, with the least contrast that it needs. */
const pairs: [ink: string, ground: string, least: number][] = [
  ...["ink", "ink-muted"].flatMap((ink) => grounds.map((ground): [string, string, number] => [ink, ground, 7])),
  ...["paper", "raised", "ground-soft", "leaf-tint"].map((ground): [string, string, number] => ["leaf", ground, 7]),
  ...["paper", "raised", "alarm-tint"].map((ground): [string, string, number] => ["alarm", ground, 4.5]),
  ["on-leaf", "leaf", 7],
  ["on-leaf", "leaf-strong", 7],
  ["on-bar", "bar", 7],
  ["on-sun", "sun", 7],
  ["line-control", "paper", 3],
  ["line-control", "raised", 3],
  ["sun-deep", "paper", 3],
  ["sun-deep", "raised", 3],
];

describe.each(["light", "dark"] as const)("in the %s scheme", (scheme) => {
  test.each(pairs)("--%s on --%s has a contrast of at least %d", (ink, ground, least) => {
    expect(contrast(colour(ink, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(least);
  });
});

/** Returns a token's colour as `#rrggbb`. */
function colour(token: string, scheme: "light" | "dark"): string {
  const [, light, dark] = new RegExp(`--${token}: light-dark\\(\\s*(#\\w{6}),\\s*(#\\w{6})\\s*\\)`).exec(sheet) ?? [];
  const value = scheme === "light" ? light : dark;
  if (value === undefined) throw new Error(`tokens.css has no colour --${token}`);
  return value;
}

/** Returns the contrast ratio as WCAG defines it. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
