// Makes the smaller copies of the pictures that the shop serves. See README.md.
// node demo/art/renditions.mjs [--from demo/pictures] [--out demo/renditions] [--effort 4] [--force]
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { titleOf } from "./range.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const has = (name) => process.argv.includes(`--${name}`);
const option = (name, fallback) => (has(name) ? process.argv[process.argv.indexOf(`--${name}`) + 1] : fallback);
const from = option("from", path.join(here, "../pictures"));
const out = option("out", path.join(here, "../renditions"));
const effort = Number(option("effort", "4"));

// This WebP preset keeps the flat ground closest to its colour, at these qualities.
// Small pictures get more bits for each pixel: on a card the label must stay crisp.
const plan = [
  { format: "avif", width: 400, quality: 64 },
  { format: "avif", width: 800, quality: 53 },
  { format: "avif", width: 1600, quality: 42 },
  { format: "webp", width: 400, quality: 68, preset: "text" },
  { format: "webp", width: 800, quality: 48, preset: "text" },
  { format: "jpg", width: 400, quality: 68 },
  { format: "jpg", width: 800, quality: 54 },
];

/**
 * The largest picture of a phone's first view, on the home page and on articles: its bytes decide when that stands. By the
 * slowest encoder, below 14 kB, which is what one round trip on a new connection brings.
 */
const firstAvif = {
  width: 800,
  effort: 9,
  qualities: [
    [/^line-up-tall\./, 38],
    [/^article-/, 50],
  ],
};

const encoders = {
  avif: (image, { quality, effort: own = effort }) => image.avif({ quality, effort: own, chromaSubsampling: "4:2:0" }),
  webp: (image, { quality, preset }) => image.webp({ quality, preset, effort: 5, smartSubsample: true }),
  jpg: (image, { quality }) => image.jpeg({ quality, mozjpeg: true }),
};

/** One picture in all its sizes; returns its entry in the index. */
async function renditionsOf(name, original) {
  const hash = createHash("sha256").update(original).digest("hex");
  const { width, height } = await sharp(original).metadata();
  const made = [];
  for (const step of plan) {
    const file = `${hash.slice(0, 16)}-${step.width}.${step.format}`;
    const target = path.join(out, file);
    if (has("force") || !fs.existsSync(target)) {
      const image = sharp(original).resize({ width: step.width, kernel: "lanczos3" });
      if (step.width < 1000) image.sharpen({ sigma: 0.5, m1: 0, m2: 0.6 });
      const isFirst = step.format === "avif" && step.width === firstAvif.width;
      const [, quality] = (isFirst && firstAvif.qualities.find(([pattern]) => pattern.test(name))) || [];
      await encoders[step.format](image, quality ? { ...step, quality, effort: firstAvif.effort } : step).toFile(
        target,
      );
    }
    made.push({ format: step.format, width: step.width, height: Math.round((step.width * height) / width), file });
  }
  console.log(name);
  return [hash, { title: titleOf(path.basename(name, ".jpg")), width, height, renditions: made }];
}

fs.mkdirSync(out, { recursive: true });
sharp.concurrency(1);
const queue = fs
  .readdirSync(from)
  .filter((name) => name.endsWith(".jpg"))
  .sort();
const entries = [];
async function work() {
  for (let name = queue.shift(); name; name = queue.shift()) {
    entries.push(await renditionsOf(name, fs.readFileSync(path.join(from, name))));
  }
}
await Promise.all([work(), work()]);

// A spin set's pictures are small already: their entry keeps the shop from making copies.
const spin = path.join(here, "../spin");
for (const name of fs.existsSync(spin) ? fs.readdirSync(spin).sort() : []) {
  const original = fs.readFileSync(path.join(spin, name));
  const { width, height } = await sharp(original).metadata();
  const title = titleOf(name.replace(/-\d+\.webp$/, ""));
  entries.push([createHash("sha256").update(original).digest("hex"), { title, width, height, renditions: [] }]);
}

entries.sort((a, b) => (a[0] < b[0] ? -1 : 1));
const lines = entries.map(([hash, entry]) => `  ${JSON.stringify(hash)}: ${JSON.stringify(entry)}`);
fs.writeFileSync(path.join(out, "index.json"), `{\n${lines.join(",\n")}\n}\n`);

// What no picture uses any more goes.
const used = new Set(["index.json", ...entries.flatMap(([, entry]) => entry.renditions.map((r) => r.file))]);
for (const file of fs.readdirSync(out)) if (!used.has(file)) fs.unlinkSync(path.join(out, file));
