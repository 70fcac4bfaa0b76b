// The labels as textures.
import fs from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { range } from "./range.mjs";

/**
 * The labels of a scene from their folder, read when they are first asked for, at about the density at which the picture shows
 * them.
 */
export async function textures(labels, scene, height) {
  const wanted = new Set();
  const seen = new Proxy({}, { get: (_, id) => (wanted.add(id), { w: 2, h: 2, d: new Uint8Array(12) }) });
  scene.things(seen);
  const density = (height / scene.scale) * 1.12;
  const loaded = {};
  for (const id of wanted) {
    const file = path.join(labels, `${id}.png`);
    if (!fs.existsSync(file)) continue;
    const { width } = await sharp(file).metadata();
    const target = Math.min(width, Math.round((density * unitWidth(id)) / 4) * 4);
    const { data, info } = await sharp(file)
      .removeAlpha()
      .resize({ width: target })
      .raw()
      .toBuffer({ resolveWithObject: true });
    loaded[id] = { d: data, w: info.width, h: info.height };
  }
  return loaded;
}

/** How wide a label is on its pack, in lengths of the scene. */
function unitWidth(id) {
  if (id === "parcel") return 1.9;
  if (id.endsWith("-stick")) return 0.45;
  if (id.endsWith("-carton")) return 1.1;
  const shape = range.find((p) => p.id === id.replace(/-back$/, "")).shape;
  return { bottle: 3.9, jar: 5.3, tub: 5.6, dropper: 3.1, syrup: 3.1, shaker: 3.1 }[shape] ?? 1.5;
}
