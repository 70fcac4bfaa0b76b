// Renders the product and journal pictures. See README.md.
// node demo/art/render.mjs [--only a,b] [--size 1600] [--out demo/pictures] [--force] [--threads 2] [--labels dir] [--font file]
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import sharp from "sharp";
import { draw } from "./march.mjs";
import { scenes } from "./scenes.mjs";
import { textures } from "./textures.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const has = (name) => process.argv.includes(`--${name}`);
const option = (name, fallback) => (has(name) ? process.argv[process.argv.indexOf(`--${name}`) + 1] : fallback);
const labels = option("labels", path.join(here, ".labels"));
const font = option("font", path.join(here, "../../src/storefront/layout/styles/fonts/instrument-sans-deodar.woff2"));
const out = option("out", path.join(here, "../pictures"));
const size = Number(option("size", "1600"));
const limit = Number(option("limit", "64000")); // bytes a picture may take

async function encode(data, width, height) {
  const image = sharp(data, { raw: { width, height, channels: 3 } });
  for (let quality = 86; ; quality -= 3) {
    const file = await image.clone().jpeg({ quality, mozjpeg: true, chromaSubsampling: "4:2:0" }).toBuffer();
    if (file.length <= limit * ((width * height) / 2.56e6) ** 0.5 || quality <= 72) return file;
  }
}

async function renderOne(id) {
  const started = Date.now();
  const scene = scenes[id];
  const width = Math.round(((scene.width ?? 1600) * size) / 1600);
  const height = Math.round(width / (scene.aspect || 1));
  const T = await textures(labels, scene, height);
  const { data, refined } = draw(scene, scene.things(T), width, height);
  const file = await encode(data, width, height);
  fs.writeFileSync(path.join(out, `${id}.jpg`), file);
  return `${id}  ${width}x${height}  ${(file.length / 1000).toFixed(0)} kB  ${((Date.now() - started) / 1000).toFixed(1)} s  ${((100 * refined) / (width * height)).toFixed(1)} % refined`;
}

async function main() {
  const only = option("only", "") ? option("only", "").split(",") : Object.keys(scenes);
  fs.mkdirSync(out, { recursive: true });
  const queue = only.filter((id) => has("force") || !fs.existsSync(path.join(out, `${id}.jpg`)));
  if (queue.length === 0) return;
  if (!has("keep-labels")) {
    const { shootLabels } = await import("./shoot.mjs");
    await shootLabels(labels, font, (id) => has("force") || !fs.existsSync(path.join(labels, `${id}.png`)));
  }
  const workers = Math.min(Number(option("threads", "2")), queue.length);
  for (let i = 0; i < workers; i++) {
    const worker = new Worker(fileURLToPath(import.meta.url), { argv: process.argv.slice(2) });
    worker.on("message", (line) => {
      if (line) console.log(line);
      const id = queue.shift();
      worker.postMessage(id ?? null);
    });
  }
}

if (isMainThread) await main();
else {
  const answer = async (id) => {
    if (id === null) process.exit();
    parentPort.postMessage(await renderOne(id));
  };
  parentPort.on("message", (id) => void answer(id));
  parentPort.postMessage("");
}
