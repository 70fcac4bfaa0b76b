// Renders the spin set and the video of one product. See README.md.
// node demo/art/motion.mjs [--labels dir] [--font file] [--frames dir] [--no-spin]
// --frames keeps the video's pictures in that folder; --no-spin renders only the video.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { draw } from "./march.mjs";
import { scenes } from "./scenes.mjs";
import { shootLabels } from "./shoot.mjs";
import { textures } from "./textures.mjs";
import { webm } from "./webm.mjs";

const product = "ashwagandha";
const here = path.dirname(fileURLToPath(import.meta.url));
const has = (name) => process.argv.includes(`--${name}`);
const option = (name, fallback) => (has(name) ? process.argv[process.argv.indexOf(`--${name}`) + 1] : fallback);
const labels = option("labels", path.join(here, ".labels"));
const font = option("font", path.join(here, "../../src/storefront/layout/styles/fonts/instrument-sans-deodar.woff2"));

const spin = { count: 20, size: 600, quality: 46 };
const video = { seconds: 6, perSecond: 10, size: 440, bitrate: 130_000, keySeconds: 2 };

/** A scene with its first thing, the pack, turned by a part of a whole turn: the front moves to the right. */
function turned(scene, loaded, part, size) {
  const [pack, ...others] = scene.things(loaded);
  const rot = (pack.rot ?? 0) + 2 * Math.PI * part;
  return sharp(draw(scene, [{ ...pack, rot }, ...others], size, size).data, {
    raw: { width: size, height: size, channels: 3 },
  });
}

async function renderSpin() {
  const folder = path.join(here, "../spin");
  fs.mkdirSync(folder, { recursive: true });
  const scene = scenes[product];
  const loaded = await textures(labels, scene, spin.size);
  for (let frame = 0; frame < spin.count; frame++) {
    const image = turned(scene, loaded, frame / spin.count, spin.size);
    const name = `${product}-${String(frame + 1).padStart(2, "0")}.webp`;
    await image
      .webp({ quality: spin.quality, preset: "text", effort: 6, smartSubsample: true })
      .toFile(path.join(folder, name));
  }
}

/** The pack turns to its facts and on, while its contents lie in front of it; slower at the label and the facts. */
async function videoPictures(folder) {
  const count = video.seconds * video.perSecond;
  const names = [];
  const scene = scenes[`${product}-contents`];
  const loaded = await textures(labels, scene, video.size);
  for (let frame = 0; frame < count; frame++) {
    const part = frame / count;
    const eased = part - Math.sin(4 * Math.PI * part) / (4 * Math.PI);
    const image = turned(scene, loaded, eased, video.size);
    const name = path.join(folder, `${String(frame).padStart(3, "0")}.png`);
    await image.png().toFile(name);
    names.push(name);
  }
  return names;
}

/** Encodes pictures with Chromium's encoder; runs in the page. */
async function encode(pictures, { size, perSecond, bitrate, keySeconds }) {
  const chunks = [];
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      const binary = Array.from(data, (byte) => String.fromCharCode(byte)).join("");
      chunks.push({ time: chunk.timestamp / 1000, isKey: chunk.type === "key", data: btoa(binary) });
    },
    error: (error) => {
      throw error;
    },
  });
  encoder.configure({
    codec: "vp09.00.10.08",
    width: size,
    height: size,
    bitrate,
    framerate: perSecond,
    latencyMode: "quality",
  });
  for (const [index, picture] of pictures.entries()) {
    const bitmap = await createImageBitmap(await (await fetch(picture)).blob());
    const frame = new VideoFrame(bitmap, { timestamp: Math.round((index * 1e6) / perSecond) });
    encoder.encode(frame, { keyFrame: index % (keySeconds * perSecond) === 0 });
    frame.close();
  }
  await encoder.flush();
  return chunks;
}

async function renderVideo() {
  const folder = option("frames", fs.mkdtempSync(path.join(os.tmpdir(), "demo-video-")));
  fs.mkdirSync(folder, { recursive: true });
  const names = await videoPictures(folder);
  const pictures = names.map((name) => `data:image/png;base64,${fs.readFileSync(name).toString("base64")}`);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  const page = await browser.newPage();
  // Encoders exist in secure contexts only.
  await page.route("https://demo.invalid/", (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await page.goto("https://demo.invalid/");
  const chunks = await page.evaluate(`(${String(encode)})(${JSON.stringify(pictures)}, ${JSON.stringify(video)})`);
  await browser.close();
  const frames = chunks.map(({ time, isKey, data }) => ({
    time: Math.round(time),
    isKey,
    data: Buffer.from(data, "base64"),
  }));
  const file = webm(frames, { width: video.size, height: video.size, duration: video.seconds * 1000 });
  fs.mkdirSync(path.join(here, "../videos"), { recursive: true });
  fs.writeFileSync(path.join(here, `../videos/${product}.webm`), file);
  if (!has("frames")) fs.rmSync(folder, { recursive: true });
}

await shootLabels(labels, font, (id) => id.startsWith(product) && !fs.existsSync(path.join(labels, `${id}.png`)));
if (!has("no-spin")) await renderSpin();
await renderVideo();
