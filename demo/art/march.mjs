// Light and march: draws a scene, one sample a pixel, then more samples where neighbours differ.
// What makes it quick: each thing is bounded by a cylinder, the ground is analytic and its shade is taken on a grid
// (and exactly where the grid is too coarse), and the extra samples reuse shadow and occlusion of their pixel.
import { GROUND, hex, smooth, toByte } from "./colour.mjs";

const CAMERA = { pitch: 9, dist: 11 };
const KEY = (() => {
  const v = [-0.62, 0.68, 0.5];
  const l = Math.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2);
  return v.map((c) => c / l);
})();
const [KX, KY, KZ] = KEY;
const KH = Math.sqrt(KX * KX + KZ * KZ);
const STEP = 4; // the grid on the ground, in pixels
const EXTRA = [
  [-0.4375, -0.0625],
  [-0.3125, 0.3125],
  [-0.1875, -0.3125],
  [-0.0625, 0.0625],
  [0.0625, 0.4375],
  [0.1875, -0.4375],
  [0.3125, -0.1875],
  [0.4375, 0.1875],
];

/** What a mirror would see: two softboxes, an overhead panel, a grey room, the ground. */
function room(x, y, z, rough) {
  const az = Math.atan2(x, z) * 57.3;
  const el = Math.asin(Math.max(-1, Math.min(1, y))) * 57.3;
  const s = 3 + rough * 46;
  const window = (a0, a1, e0, e1) =>
    smooth(a0 - s, a0 + s, az) *
    (1 - smooth(a1 - s, a1 + s, az)) *
    smooth(e0 - s, e0 + s, el) *
    (1 - smooth(e1 - s, e1 + s, el));
  const base = el < 0 ? 0.62 * smooth(-50, 2, el) + 0.1 : 0.3 + 0.16 * smooth(0, 60, el);
  const lamps = 4.6 * window(-84, -56, -34, 52) + 2.6 * window(66, 90, -34, 50) + 1.5 * smooth(58 - s, 66 + s, el);
  return base + lamps / (1 + rough * 1.1);
}

const shoulder = (v) => (v > 0.75 ? 0.75 + (1 - Math.exp((0.75 - v) * 2.6)) * 0.25 : v);

function makeField(things) {
  const n = things.length;
  /** Distance to the nearest of the things listed in `list`, at most `cap`. */
  function distance(x, y, z, cap, list, count) {
    let d = cap;
    for (let i = 0; i < count; i++) {
      const o = things[list[i]];
      const ax = x - o.x;
      const az = z - o.z;
      const r = Math.sqrt(ax * ax + az * az) - o.R;
      const h = y - o.H;
      const bound = r > 0 ? (h > 0 ? Math.sqrt(r * r + h * h) : r) : h;
      if (bound > d) continue;
      if (bound > 0.8) {
        d = bound;
        continue;
      }
      const k = o.k;
      const v = o.d((ax * o.cs - az * o.sn) / k, y / k, (ax * o.sn + az * o.cs) / k) * k;
      if (v < d) d = v;
    }
    return d;
  }
  const one = (o, x, y, z) => {
    const ax = x - o.x;
    const az = z - o.z;
    return o.d((ax * o.cs - az * o.sn) / o.k, y / o.k, (ax * o.sn + az * o.cs) / o.k) * o.k;
  };
  const near = new Int32Array(n);
  /** Things that can darken the point by standing round it. */
  function around(x, y, z, reach) {
    let c = 0;
    for (let i = 0; i < n; i++) {
      const o = things[i];
      const ax = x - o.x;
      const az = z - o.z;
      const r = o.R + reach;
      if (ax * ax + az * az < r * r && y < o.H + reach) near[c++] = i;
    }
    return c;
  }
  const lit = new Int32Array(n);
  /** Things that can stand between the point and the key light, with the width of a soft edge (1/k of the distance). */
  function towardsKey(x, y, z, k) {
    let c = 0;
    for (let i = 0; i < n; i++) {
      const o = things[i];
      const ax = o.x - x;
      const az = o.z - z;
      const along = (ax * KX + az * KZ) / KH;
      if (along < -o.R - 0.05) continue;
      const aside = Math.abs(ax * KZ - az * KX) / KH - o.R;
      if (aside > (along + o.R) / KH / k) continue;
      const enter = Math.max(0, along - o.R) / KH;
      if (y + KY * enter - o.H > enter / k + 0.02) continue;
      lit[c++] = i;
    }
    return c;
  }
  function shadow(x, y, z, k, max) {
    const count = towardsKey(x, y, z, k);
    if (count === 0) return 1;
    let res = 1;
    let t = 0.02;
    for (let i = 0; i < 60 && t < max; i++) {
      const d = distance(x + KX * t, y + KY * t, z + KZ * t, 9, lit, count);
      if (d < 0.0008) return 0;
      res = Math.min(res, (k * d) / t);
      t += Math.min(0.25, Math.max(0.015, d * 0.8));
      if (y + KY * t > 2.6) break;
    }
    return res * res * (3 - 2 * res);
  }
  function occlusion(x, y, z, nx, ny, nz) {
    const count = around(x, y, z, 0.3);
    let ao = 0;
    for (let i = 1; i <= 4; i++) {
      const h = 0.07 * i;
      const d = distance(x + nx * h, y + ny * h, z + nz * h, 3, near, count);
      ao += Math.max(0, h - Math.min(d, y + ny * h)) / 1.35 ** i;
    }
    return Math.max(0.25, 1 - ao * 1.5);
  }
  function groundShade(x, z) {
    const s = shadow(x, 0.004, z, 3.2, 4.5);
    const count = around(x, 0, z, 0.5);
    let o = 0;
    if (count > 0)
      for (let i = 1; i <= 5; i++) o += Math.max(0, 0.09 * i - distance(x, 0.09 * i, z, 3, near, count)) / 1.3 ** i;
    const a = 1 - Math.min(0.8, o * 0.95);
    return (0.62 + 0.38 * s) * (0.35 + 0.65 * a);
  }
  return { one, shadow, occlusion, groundShade };
}

/** Draws a scene of W x H pixels; returns RGB bytes. */
export function draw(scene, things, W, H) {
  const list = things.map((o) => {
    const k = o.scale || 1;
    return { ...o, k, R: o.R * k, H: o.H * k, cs: Math.cos(o.rot || 0), sn: Math.sin(o.rot || 0) };
  });
  const field = makeField(list);
  const ground = scene.ground ? hex(scene.ground) : GROUND;
  const pitch = ((scene.pitch ?? CAMERA.pitch) * Math.PI) / 180;
  const cx = scene.shiftX || 0;
  const cy = scene.aim + CAMERA.dist * Math.sin(pitch);
  const cz = CAMERA.dist * Math.cos(pitch);
  const fy = -Math.sin(pitch);
  const fz = -Math.cos(pitch);
  const aspect = W / H;

  const ray = [0, 0, 0];
  function aimAt(px, py) {
    const sx = (px / W - 0.5) * scene.scale * aspect;
    const sy = (0.5 - py / H) * scene.scale;
    const x = sx;
    const y = fy * CAMERA.dist - fz * sy;
    const z = fz * CAMERA.dist + fy * sy;
    const l = Math.sqrt(x * x + y * y + z * z);
    ray[0] = x / l;
    ray[1] = y / l;
    ray[2] = z / l;
  }

  // Which things a row and column of the picture may show.
  const boxes = list.map((o) => screenBox(o));
  function screenBox(o) {
    let [x0, x1, y0, y1] = [1e9, -1e9, 1e9, -1e9];
    for (let i = 0; i < 24; i++) {
      for (const y of [0, o.H]) {
        const a = (i / 24) * Math.PI * 2;
        const dx = o.x + o.R * 1.02 * Math.cos(a) - cx;
        const dy = y - cy;
        const dz = o.z + o.R * 1.02 * Math.sin(a) - cz;
        const depth = dy * fy + dz * fz;
        const sx = (dx * CAMERA.dist) / depth;
        const sy = ((-fz * dy + fy * dz) * CAMERA.dist) / depth;
        const px = (sx / (scene.scale * aspect) + 0.5) * W;
        const py = (0.5 - sy / scene.scale) * H;
        x0 = Math.min(x0, px);
        x1 = Math.max(x1, px);
        y0 = Math.min(y0, py);
        y1 = Math.max(y1, py);
      }
    }
    return [x0 - 2, x1 + 2, y0 - 2, y1 + 2];
  }

  // ---------- the ground ----------
  const GW = Math.ceil(W / STEP) + 2;
  const GH = Math.ceil(H / STEP) + 2;
  const grid = new Float64Array(GW * GH);
  function shadeAt(px, py) {
    aimAt(px, py);
    if (ray[1] > -1e-4) return 1;
    const t = -cy / ray[1];
    const z = cz + ray[2] * t;
    if (Math.abs(z) > 7) return 1;
    return 1 - (1 - field.groundShade(cx + ray[0] * t, z)) * fade(px, py);
  }
  // Shadows fade towards the edge, so that a picture ends in the very colour of the page's ground.
  function fade(px, py) {
    const y = Math.min(py, H - py) / H;
    return smooth(0, 0.14, px / W) * smooth(0, 0.3 / Math.sqrt(aspect), 1 - px / W) * smooth(0, 0.1, y);
  }
  for (let j = 0; j < GH; j++)
    for (let i = 0; i < GW; i++) grid[j * GW + i] = shadeAt(Math.min(i * STEP, W), Math.min(j * STEP, H));
  function groundAt(px, py) {
    const i = (px / STEP) | 0;
    const j = (py / STEP) | 0;
    const k = j * GW + i;
    const [a, b, c, d] = [grid[k], grid[k + 1], grid[k + GW], grid[k + GW + 1]];
    if (Math.max(a, b, c, d) - Math.min(a, b, c, d) > 0.05) return shadeAt(px, py);
    const u = px / STEP - i;
    const v = py / STEP - j;
    return (a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v;
  }

  // ---------- one ray ----------
  const cand = new Int32Array(list.length);
  const hitThing = { i: -1, x: 0, y: 0, z: 0 };
  const cands = { n: 0, from: 0, to: 0 };
  /** Cuts the ray with the bounding cylinders. */
  function gather(px, py, rowList, rowCount) {
    const [dx, dy, dz] = ray;
    cands.n = 0;
    cands.from = 1e9;
    cands.to = -1;
    for (let q = 0; q < rowCount; q++) {
      const i = rowList[q];
      const b = boxes[i];
      if (px < b[0] || px > b[1] || py < b[2] || py > b[3]) continue;
      const o = list[i];
      const ox = cx - o.x;
      const oz = cz - o.z;
      const A = dx * dx + dz * dz;
      const B = ox * dx + oz * dz;
      const D = B * B - A * (ox * ox + oz * oz - o.R * o.R);
      if (D <= 0) continue;
      const s = Math.sqrt(D);
      let t0 = (-B - s) / A;
      let t1 = (-B + s) / A;
      const ya = (o.H - cy) / dy;
      const yb = -cy / dy;
      if (dy < 0) {
        t0 = Math.max(t0, ya);
        t1 = Math.min(t1, yb);
      } else if (cy + dy * t0 > o.H) continue;
      if (t0 >= t1) continue;
      cand[cands.n++] = i;
      cands.from = Math.min(cands.from, t0);
      cands.to = Math.max(cands.to, t1);
    }
  }
  function march() {
    const [dx, dy, dz] = ray;
    let t = cands.from;
    hitThing.i = -1;
    for (let s = 0; s < 160 && t < cands.to; s++) {
      const x = cx + dx * t;
      const y = cy + dy * t;
      const z = cz + dz * t;
      let d = 9;
      let w = -1;
      for (let q = 0; q < cands.n; q++) {
        const v = field.one(list[cand[q]], x, y, z);
        if (v < d) {
          d = v;
          w = cand[q];
        }
      }
      if (d < 0.0007) {
        hitThing.i = w;
        hitThing.x = x;
        hitThing.y = y;
        hitThing.z = z;
        return;
      }
      t += d * 0.93;
    }
  }

  const light = { sh: 0, ao: 0 };
  const rgb = [0, 0, 0];
  /** Shades the hit. `keep` says that light.sh and light.ao are already known. */
  function shadeHit(keep) {
    const o = list[hitThing.i];
    const { x, y, z } = hitThing;
    const e = o.e ?? 0.0035;
    const a = field.one(o, x + e, y - e, z - e);
    const b = field.one(o, x - e, y - e, z + e);
    const c = field.one(o, x - e, y + e, z - e);
    const d = field.one(o, x + e, y + e, z + e);
    let nx = a - b - c + d;
    let ny = -a - b + c + d;
    let nz = -a + b - c + d;
    const nl = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    nx /= nl;
    ny /= nl;
    nz /= nl;
    const dot = ray[0] * nx + ray[1] * ny + ray[2] * nz;
    const facing = Math.max(0, -dot);
    const ax = x - o.x;
    const az = z - o.z;
    const m = o.m((ax * o.cs - az * o.sn) / o.k, y / o.k, (ax * o.sn + az * o.cs) / o.k, facing, ray);
    const toKey = nx * KX + ny * KY + nz * KZ;
    if (!keep) {
      light.sh = toKey > -0.1 ? field.shadow(x + nx * 0.012, y + ny * 0.012, z + nz * 0.012, 5, 4) : 0;
      light.ao = field.occlusion(x, y, z, nx, ny, nz);
    }
    const { sh, ao } = light;
    const wrap = Math.max(0, (toKey + 0.22) / 1.22);
    const fill = Math.max(0, nx * 0.78 + ny * 0.1 + nz * 0.6);
    const E = 0.8 * wrap * (0.2 + 0.8 * sh) + 0.13 * fill + (0.2 + 0.12 * ny) * ao + 0.09 * Math.max(0, 0.4 - ny) * ao;
    const fresnel = m.f + (1 - m.f) * (1 - facing) ** 5 * (1 - m.r) ** 2;
    const mirror = room(ray[0] - 2 * dot * nx, ray[1] - 2 * dot * ny, ray[2] - 2 * dot * nz, m.r);
    const spec = mirror * fresnel * (m.g ? 1.5 : 1) * (0.5 + 0.5 * ao);
    const k = m.g ? 0.75 + 0.25 * E : E;
    rgb[0] = shoulder(m.c[0] * k + spec);
    rgb[1] = shoulder(m.c[1] * k + spec);
    rgb[2] = shoulder(m.c[2] * k + spec);
  }
  function shadeGround(q) {
    const cool = 1 - (1 - q) * 0.04;
    rgb[0] = ground[0] * q;
    rgb[1] = ground[1] * q * cool;
    rgb[2] = ground[2] * q * cool;
  }

  // ---------- first pass ----------
  const col = new Float32Array(W * H * 3);
  const id = new Int16Array(W * H).fill(-1);
  const kept = new Float32Array(W * H * 2);
  const rowList = new Int32Array(list.length);
  const inRow = (py) => {
    let c = 0;
    for (let i = 0; i < list.length; i++) if (py >= boxes[i][2] && py <= boxes[i][3]) rowList[c++] = i;
    return c;
  };
  for (let py = 0; py < H; py++) {
    const count = inRow(py + 0.5);
    for (let px = 0; px < W; px++) {
      const k = py * W + px;
      aimAt(px + 0.5, py + 0.5);
      gather(px + 0.5, py + 0.5, rowList, count);
      hitThing.i = -1;
      if (cands.n > 0) march();
      if (hitThing.i >= 0) {
        shadeHit(false);
        id[k] = hitThing.i;
        kept[2 * k] = light.sh;
        kept[2 * k + 1] = light.ao;
      } else shadeGround(groundAt(px + 0.5, py + 0.5));
      for (let c = 0; c < 3; c++) col[3 * k + c] = toByte(rgb[c]);
    }
  }

  // ---------- second pass: where neighbours differ ----------
  const out = Buffer.alloc(W * H * 3);
  const differs = (k, q) => {
    if (id[k] !== id[q]) return true;
    if (id[k] < 0) return false;
    for (let c = 0; c < 3; c++) if (Math.abs(col[3 * k + c] - col[3 * q + c]) > 5) return true;
    return false;
  };
  let refined = 0;
  for (let py = 0; py < H; py++) {
    const count = inRow(py + 0.5);
    for (let px = 0; px < W; px++) {
      const k = py * W + px;
      const edge =
        (px > 0 && differs(k, k - 1)) ||
        (px < W - 1 && differs(k, k + 1)) ||
        (py > 0 && differs(k, k - W)) ||
        (py < H - 1 && differs(k, k + W));
      let [r, g, b] = [col[3 * k], col[3 * k + 1], col[3 * k + 2]];
      if (edge) {
        refined++;
        r = g = b = 0;
        for (const [ex, ey] of EXTRA) {
          const x = px + 0.5 + ex;
          const y = py + 0.5 + ey;
          aimAt(x, y);
          gather(x, y, rowList, count);
          hitThing.i = -1;
          if (cands.n > 0) march();
          if (hitThing.i >= 0) {
            const same = hitThing.i === id[k];
            if (same) {
              light.sh = kept[2 * k];
              light.ao = kept[2 * k + 1];
            }
            shadeHit(same);
          } else shadeGround(groundAt(x, y));
          r += toByte(rgb[0]);
          g += toByte(rgb[1]);
          b += toByte(rgb[2]);
        }
        r /= EXTRA.length;
        g /= EXTRA.length;
        b /= EXTRA.length;
      }
      out[3 * k] = Math.max(0, Math.min(255, Math.round(r)));
      out[3 * k + 1] = Math.max(0, Math.min(255, Math.round(g)));
      out[3 * k + 2] = Math.max(0, Math.min(255, Math.round(b)));
    }
  }
  return { data: out, refined };
}
