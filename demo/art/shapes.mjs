// The things in the pictures. Each is { R, H, d, m } and where it stands: R and H bound it (a cylinder on the ground),
// d(x, y, z) is the distance to its surface in its own space, m(x, y, z, facing) the material there:
// c colour, r roughness, f reflection head-on, g glassy. Lengths: a bottle is about 2 high.
import { GROUND, hex, LEAF, LINEAR, scaled, smooth, WHITE } from "./colour.mjs";

// ---------- fields ----------
const len = (x, y) => Math.sqrt(x * x + y * y);

/** Exact signed distance to a polygon in the (r, y) half plane, looking only at the edges listed. */
function polygon(pts) {
  const n = pts.length;
  const X = Float64Array.from(pts, (p) => p[0]);
  const Y = Float64Array.from(pts, (p) => p[1]);
  return (px, py, edges) => {
    let d = 1e9;
    let s = 1;
    for (let q = 0; q < edges.length; q++) {
      const i = edges[q];
      const j = i === 0 ? n - 1 : i - 1;
      const ex = X[j] - X[i];
      const ey = Y[j] - Y[i];
      const wx = px - X[i];
      const wy = py - Y[i];
      let t = (wx * ex + wy * ey) / (ex * ex + ey * ey);
      t = t < 0 ? 0 : t > 1 ? 1 : t;
      const bx = wx - ex * t;
      const by = wy - ey * t;
      const v = bx * bx + by * by;
      if (v < d) d = v;
      const above = py >= Y[i];
      const below = py < Y[j];
      const left = ex * wy > ey * wx;
      if ((above && below && left) || !(above || below || left)) s = -s;
    }
    return s * Math.sqrt(d);
  };
}

/** A rounded polygon turned round the axis: a table far from it, the exact distance near it. */
function profile(pts, round) {
  const exact = polygon(pts);
  const every = pts.map((_, i) => i);
  const step = 0.02;
  const w = 100;
  const h = 190;
  const y0 = -0.5;
  const table = new Float64Array(w * h);
  for (let j = 0; j < h; j++)
    for (let i = 0; i < w; i++) table[j * w + i] = exact(i * step, y0 + j * step, every) - round;
  // The edges that can be nearest to a point of row j which is itself close to the surface.
  const edges = Array.from({ length: h }, (_, j) => {
    const reach = round + 0.06 + step;
    const y = y0 + (j + 0.5) * step;
    const touches = (i) => {
      const before = pts[i === 0 ? pts.length - 1 : i - 1][1];
      return Math.min(pts[i][1], before) <= y + reach && Math.max(pts[i][1], before) >= y - reach;
    };
    return Int32Array.from(every.filter(touches));
  });
  return (r, y) => {
    const u = r / step;
    const v = (y - y0) / step;
    const i = u | 0;
    const j = v | 0;
    if (!(u >= 0 && v >= 0 && i < w - 1 && j < h - 1)) return exact(r, y, every) - round;
    const a = u - i;
    const b = v - j;
    const k = j * w + i;
    const top = table[k] * (1 - a) + table[k + 1] * a;
    const d = top * (1 - b) + (table[k + w] * (1 - a) + table[k + w + 1] * a) * b;
    return d > 0.05 || d < -0.05 ? d : exact(r, y, edges[j]) - round;
  };
}

const arc = (cx, cy, rx, ry, a0, a1, n) =>
  Array.from({ length: n }, (_, i) => {
    const a = a0 + ((a1 - a0) * i) / (n - 1);
    return [cx + rx * Math.cos(a), cy + ry * Math.sin(a)];
  });

function box2(x, y, w, h, r) {
  const dx = Math.abs(x) - w + r;
  const dy = Math.abs(y) - h + r;
  const outer = len(dx > 0 ? dx : 0, dy > 0 ? dy : 0);
  return outer + Math.min(dx > dy ? dx : dy, 0) - r;
}

function box3(dx, dy, dz, r) {
  const ax = dx > 0 ? dx : 0;
  const ay = dy > 0 ? dy : 0;
  const az = dz > 0 ? dz : 0;
  const inner = dx > dy ? (dx > dz ? dx : dz) : dy > dz ? dy : dz;
  return Math.sqrt(ax * ax + ay * ay + az * az) + (inner < 0 ? inner : 0) - r;
}

/** A ribbed cap between y0 and y1. */
function ribbed(R, y0, y1, ribs, depth, round) {
  const mid = (y0 + y1) / 2;
  const half = (y1 - y0) / 2;
  return (r, y, x, z) => {
    const plain = box2(r, y - mid, R, half, round);
    const room = half - round * 1.1 - Math.abs(y - mid);
    if (plain > 0.03 || plain < -0.03 || room <= 0) return plain;
    const cut = depth * smooth(0, 0.035, room) * (Math.cos(Math.atan2(x, z) * ribs) - 0.6);
    return box2(r, y - mid, R + cut, half, round) * 0.8;
  };
}

// ---------- materials ----------
const CAP = { c: LEAF, r: 0.34, f: 0.045 };
const PLASTIC = { c: WHITE, r: 0.16, f: 0.05 };
const RUBBER = { c: hex("#22271F"), r: 0.5, f: 0.04 };

/** Colour of a texture at (u, v), between its pixels. */
function texel(t, u, v) {
  const fx = Math.min(Math.max(u * t.w - 0.5, 0), t.w - 1.001);
  const fy = Math.min(Math.max(v * t.h - 0.5, 0), t.h - 1.001);
  const x = fx | 0;
  const y = fy | 0;
  const a = fx - x;
  const b = fy - y;
  const i = (y * t.w + x) * 3;
  const j = i + t.w * 3;
  const at = (k) =>
    (LINEAR[t.d[i + k]] * (1 - a) + LINEAR[t.d[i + k + 3]] * a) * (1 - b) +
    (LINEAR[t.d[j + k]] * (1 - a) + LINEAR[t.d[j + k + 3]] * a) * b;
  return [at(0), at(1), at(2)];
}

const wrapped = (t, x, y, z, l0, l1) => ({
  c: texel(t, 0.5 + Math.atan2(x, z) / (2 * Math.PI), 1 - (y - l0) / (l1 - l0)),
  r: 0.3,
  f: 0.04,
});

function amber(facing, full) {
  const t = facing ** 1.4 * full;
  return { c: [0.035 + 0.36 * t, 0.012 + 0.1 * t, 0.004 + 0.012 * t], r: 0.05, f: 0.06, g: 1 };
}

// ---------- packs ----------
/** A closed pack: a turned body, a ribbed cap on it, a label round it. */
function capped(body, cap, capFrom, t, l0, l1, skin) {
  return {
    d(x, y, z) {
      const r = len(x, z);
      const a = body(r, y);
      return y < capFrom ? a : Math.min(a, cap(r, y, x, z));
    },
    m(x, y, z, facing) {
      const r = len(x, z);
      if (y >= capFrom && cap(r, y, x, z) < body(r, y)) return CAP;
      return y > l0 && y < l1 ? wrapped(t, x, y, z, l0, l1) : skin(facing, y);
    },
  };
}

const bottleBody = profile(
  [[0, 0.05], [0.56, 0.05], [0.56, 1.32], ...arc(0.31, 1.32, 0.25, 0.2, 0.05, Math.PI / 2, 48), [0.4, 1.62], [0, 1.62]],
  0.05,
);
const bottleCap = ribbed(0.47, 1.555, 1.94, 60, 0.006, 0.045);
function bottle(p, t) {
  const skin = p.glass === "amber" ? (facing, y) => amber(facing, y < 1.3 ? 0.55 : 0.7) : () => PLASTIC;
  return { R: 0.63, H: 1.97, ...capped(bottleBody, bottleCap, 1.41, t, 0.13, 1.25, skin) };
}

const jarBody = profile(
  [
    [0, 0.05],
    [0.77, 0.05],
    [0.77, 1.1],
    [0.7, 1.2],
    [0, 1.2],
  ],
  0.05,
);
const jarCap = ribbed(0.815, 1.25, 1.6, 90, 0.005, 0.05);
const jar = (t) => ({ R: 0.85, H: 1.63, ...capped(jarBody, jarCap, 1, t, 0.1, 1.06, () => PLASTIC) });

const tubBody = profile(
  [
    [0, 0.05],
    [0.81, 0.05],
    [0.81, 1.56],
    [0.75, 1.66],
    [0, 1.66],
  ],
  0.05,
);
const tubCap = ribbed(0.845, 1.71, 2.04, 96, 0.005, 0.05);
const tub = (t) => ({ R: 0.88, H: 2.07, ...capped(tubBody, tubCap, 1.5, t, 0.12, 1.5, () => PLASTIC) });

const syrupBody = profile(
  [
    [0, 0.05],
    [0.42, 0.05],
    [0.42, 1.14],
    ...arc(0.18, 1.14, 0.24, 0.24, 0.05, Math.PI / 2 - 0.3, 48),
    [0.2, 1.5],
    [0, 1.5],
  ],
  0.05,
);
const syrupCap = ribbed(0.29, 1.43, 1.78, 48, 0.006, 0.035);
const syrup = (t) => ({
  R: 0.5,
  H: 1.81,
  ...capped(syrupBody, syrupCap, 1.36, t, 0.13, 0.98, (facing, y) => amber(facing, y < 1.1 ? 0.8 : 0.6)),
});

const vialBody = profile(
  [
    [0, 0.05],
    [0.42, 0.05],
    [0.42, 0.86],
    ...arc(0.18, 0.86, 0.24, 0.2, 0.05, Math.PI / 2, 48),
    [0.18, 1.16],
    [0, 1.16],
  ],
  0.05,
);
const vialCollar = ribbed(0.255, 1.14, 1.4, 44, 0.006, 0.03);
const vialBulb = profile(
  [
    [0, 1.36],
    [0.15, 1.36],
    [0.135, 1.56],
    [0.11, 1.78],
    [0.06, 1.84],
    [0, 1.84],
  ],
  0.05,
);
function dropper(t) {
  return {
    R: 0.49,
    H: 1.91,
    d(x, y, z) {
      const r = len(x, z);
      return Math.min(vialBody(r, y), vialCollar(r, y, x, z), vialBulb(r, y));
    },
    m(x, y, z, facing) {
      const r = len(x, z);
      const glass = vialBody(r, y);
      const collar = vialCollar(r, y, x, z);
      const bulb = vialBulb(r, y);
      if (collar < glass && collar < bulb) return CAP;
      if (bulb < glass) return RUBBER;
      if (y > 0.13 && y < 0.83) return wrapped(t, x, y, z, 0.13, 0.83);
      return amber(facing, y < 0.9 ? 0.8 : 0.55);
    },
  };
}

const cupBody = profile(
  [
    [0, 0.05],
    [0.37, 0.05],
    [0.46, 1.5],
    [0, 1.5],
  ],
  0.05,
);
const cupLid = ribbed(0.53, 1.4, 1.68, 72, 0.005, 0.04);
const spout = profile(
  [
    [0, 1.66],
    [0.13, 1.66],
    [0.12, 1.84],
    [0, 1.84],
  ],
  0.04,
);
function shaker(p, t) {
  const skin = hex(p.bg);
  return {
    R: 0.56,
    H: 1.9,
    d(x, y, z) {
      const r = len(x, z);
      const a = cupBody(r, y);
      if (y < 1.2) return a * 0.98;
      return Math.min(a * 0.98, cupLid(r, y, x, z), spout(len(x - 0.24, z - 0.1), y));
    },
    m(x, y, z, facing) {
      const r = len(x, z);
      if (y > 1.3 && Math.min(cupLid(r, y, x, z), spout(len(x - 0.24, z - 0.1), y)) < cupBody(r, y)) return CAP;
      if (y < 0.12 || y > 1.32) return { c: scaled(skin, 0.95), r: 0.25, f: 0.05 };
      const print = wrapped(t, x, y, z, 0.12, 1.32);
      const rim = 0.9 + 0.16 * (1 - facing) ** 2; // frosted: a little lighter where it is seen edge-on
      return { c: scaled(print.c, rim), r: 0.25, f: 0.05 };
    },
  };
}

/** A carton: faces are textures or plain colours. */
export function carton(w, h, t, faces) {
  const face = (f, u, v) => (f.d ? texel(f, u, v) : f);
  return {
    R: len(w, t) + 0.02,
    H: 2 * h + 0.02,
    d: (x, y, z) => box3(Math.abs(x) - w + 0.012, Math.abs(y - h) - h + 0.012, Math.abs(z) - t + 0.012, 0.012),
    m(x, y, z) {
      const ax = Math.abs(x) - w;
      const ay = Math.abs(y - h) - h;
      const az = Math.abs(z) - t;
      const v = 1 - y / (2 * h);
      let c = faces.top;
      if (az >= ax && az >= ay)
        c = z > 0 ? face(faces.front, 0.5 + x / (2 * w), v) : face(faces.back, 0.5 - x / (2 * w), v);
      else if (ax >= ay) c = scaled(face(faces.side, x > 0 ? 0.5 - z / (2 * t) : 0.5 + z / (2 * t), v), 0.93);
      return { c, r: 0.4, f: 0.035 };
    },
  };
}

function booklet(t) {
  const paper = hex("#F3EEDD");
  const cover = hex("#17573F");
  const w = 0.7;
  const h = 0.98;
  const shell = (x, y, z) =>
    box3(Math.abs(x) - w + 0.01, Math.abs(y - h) - h + 0.01, Math.abs(Math.abs(z) - 0.065) - 0.002, 0.01);
  const pages = (x, y, z) =>
    box3(Math.abs(x + 0.012) - w + 0.02, Math.abs(y - h) - h + 0.03, Math.abs(z) - 0.06, 0.003);
  const spine = (x, y, z) =>
    box3(Math.abs(x + w - 0.012) - 0.004, Math.abs(y - h) - h + 0.01, Math.abs(z) - 0.065, 0.008);
  return {
    R: 0.75,
    H: 2,
    d: (x, y, z) => Math.min(shell(x, y, z), pages(x, y, z), spine(x, y, z)),
    m(x, y, z) {
      if (pages(x, y, z) < Math.min(shell(x, y, z), spine(x, y, z))) {
        return { c: scaled(paper, 0.9 + 0.1 * Math.abs(Math.sin(z * 160))), r: 0.7, f: 0.02 };
      }
      const groove = 1 - 0.22 * Math.exp(-(((x + w - 0.1) / 0.012) ** 2));
      return { c: z > 0.06 ? scaled(texel(t, 0.5 + x / (2 * w), 1 - y / (2 * h)), groove) : cover, r: 0.42, f: 0.04 };
    },
  };
}

/** A card that stands in a wooden block. */
function card(t) {
  const wood = hex("#C99A63");
  const paper = hex("#F3EEDD");
  const w = 0.66;
  const h = 0.934;
  const up = 0.06;
  const block = (x, y, z) => box3(Math.abs(x) - 0.42, Math.abs(y - 0.07) - 0.05, Math.abs(z) - 0.15, 0.02);
  const sheet = (x, y, z) =>
    box3(Math.abs(x) - w + 0.006, Math.abs(y - h - up) - h + 0.006, Math.abs(z) - 0.004, 0.006);
  return {
    R: 0.69,
    H: 2,
    d: (x, y, z) => Math.min(block(x, y, z), sheet(x, y, z)),
    m(x, y, z) {
      if (block(x, y, z) < sheet(x, y, z))
        return { c: scaled(wood, 0.94 + 0.06 * Math.sin(y * 90 + Math.sin(x * 7) * 2)), r: 0.5, f: 0.03 };
      return { c: z > 0.004 ? texel(t, 0.5 + x / (2 * w), 1 - (y - up) / (2 * h)) : paper, r: 0.6, f: 0.025 };
    },
  };
}

export function stick(t) {
  const w = 0.17;
  const h = 0.62;
  return {
    R: 0.25,
    H: 1.27,
    d(x, y, z) {
      const yy = y - h;
      const end = Math.min(1, Math.max(0, (h - 0.07 - Math.abs(yy)) / 0.2));
      const thick = 0.012 + 0.058 * Math.sqrt(end) * Math.max(0, 1 - ((x * x) / (w * w)) * 0.82);
      return box3(Math.abs(x) - w + 0.01, Math.abs(yy) - h + 0.01, Math.abs(z) - thick, 0.008) * 0.6;
    },
    m: (x, y) => ({ c: texel(t, 0.5 + x / (2 * w), 1 - y / (2 * h)), r: 0.3, f: 0.045 }),
  };
}

/** The pack of a product. */
export function pack(p, T) {
  const t = T[p.id];
  if (p.shape === "bottle") return bottle(p, t);
  if (p.shape === "jar") return jar(t);
  if (p.shape === "tub") return tub(t);
  if (p.shape === "syrup") return syrup(t);
  if (p.shape === "dropper") return dropper(t);
  if (p.shape === "shaker") return shaker(p, t);
  if (p.shape === "booklet") return booklet(t);
  if (p.shape === "card") return card(t);
  return carton(0.68, 0.86, 0.3, { front: t, back: T[`${p.id}-back`], side: hex(p.bg), top: hex(p.bg) });
}

// ---------- contents ----------
const pills = {
  capsule: (a, b) => ({
    R: 0.25,
    H: 0.18,
    d(x, y, z) {
      const t = x < -0.15 ? -0.15 : x > 0.15 ? 0.15 : x;
      const q = (x - t) * (x - t) + (y - 0.085) * (y - 0.085) + z * z;
      return Math.sqrt(q) - (x < 0 ? 0.085 : 0.081);
    },
    m: (x) => ({ c: x < 0 ? a : b, r: 0.16, f: 0.05 }),
  }),
  softgel: (a) => ({
    R: 0.22,
    H: 0.22,
    d: (x, y, z) => (Math.sqrt((x * x) / 0.04 + ((y - 0.1) * (y - 0.1)) / 0.01 + (z * z) / 0.0121) - 1) * 0.1,
    m: (_x, _y, _z, facing) => ({
      c: scaled(a, 0.5 + 0.95 * (0.25 + 0.75 * (1 - facing) ** 1.5)),
      r: 0.05,
      f: 0.05,
      g: 1,
    }),
  }),
  tablet: (a) => ({
    R: 0.18,
    H: 0.17,
    d(x, y, z) {
      const r2 = x * x + z * z;
      const dome = 0.062 + 0.02 * Math.max(0, 1 - r2 / 0.027);
      return box2(Math.sqrt(r2), y - 0.065, 0.165, dome, 0.045) * 0.85 + (Math.abs(x) < 0.006 && y > 0.1 ? 0.004 : 0);
    },
    m: () => ({ c: a, r: 0.5, f: 0.03 }),
  }),
  gummy: (a, b, alt) => ({
    R: 0.19,
    H: 0.22,
    d(x, y, z) {
      const r = len(x, z);
      if (r > 0.3 || y > 0.3) return box2(r, y - 0.1, 0.177, 0.1, 0.07);
      return box2(r, y - 0.1, 0.165 + 0.012 * Math.cos(6 * Math.atan2(x, z)), 0.1, 0.07) * 0.95;
    },
    m: (_x, _y, _z, facing) => ({ c: scaled(alt ? b : a, 0.8 + 0.5 * (1 - facing) ** 1.5), r: 0.22, f: 0.045 }),
  }),
  drop: (a) => ({
    R: 0.12,
    H: 0.08,
    d: (x, y, z) => (Math.sqrt((x * x + z * z) / 0.0081 + (y * y) / 0.0036) - 1) * 0.055,
    m: (_x, y) => ({ c: scaled(a, 0.75 + 4 * y), r: 0.05, f: 0.06, g: 1 }),
  }),
};

export const pill = (kind, colours, alt) => pills[kind](hex(colours[0]), hex(colours[1]), alt);

/** A heap of powder with a soft edge. */
export function heap(colour) {
  const c = hex(colour);
  return {
    R: 0.6,
    H: 0.26,
    d(x, y, z) {
      const r2 = x * x + z * z;
      const soft = Math.exp(-r2 / 0.12);
      const h =
        0.19 * Math.exp(-r2 / 0.085) +
        (0.007 * Math.sin(x * 19 + z * 9) +
          0.004 * Math.sin(z * 33 - x * 27) +
          0.0012 * Math.sin(x * 83 + z * 61) * Math.sin(z * 97 - x * 71)) *
          soft -
        0.01;
      return (y - h) * (0.6 + 0.4 * smooth(0.3, 0.5, Math.sqrt(r2)));
    },
    m: () => ({ c, r: 0.9, f: 0.02 }),
  };
}

/** A measuring scoop, filled, with a flat handle. */
export function scoop(colour) {
  const c = hex(colour);
  const wall = (r, y) => Math.max(box2(r, y - 0.15, 0.22, 0.15, 0.025), -box2(r, y - 0.21, 0.195, 0.17, 0.02));
  const fill = (r, y, x, z) =>
    Math.max(r - 0.2, y - 0.27 - 0.06 * (1 - (r * r) / 0.04) - 0.006 * Math.sin(x * 60 + z * 31)) * 0.8;
  const handle = (x, y, z) => box3(Math.abs(x - 0.48) - 0.26, Math.abs(y - 0.265) - 0.006, Math.abs(z) - 0.045, 0.016);
  return {
    R: 0.78,
    H: 0.37,
    d(x, y, z) {
      const r = len(x, z);
      return Math.min(wall(r, y), y > -0.1 ? fill(r, y, x, z) : 1, handle(x, y, z));
    },
    m(x, y, z) {
      const r = len(x, z);
      return fill(r, y, x, z) < Math.min(wall(r, y), handle(x, y, z)) ? { c, r: 0.9, f: 0.02 } : PLASTIC;
    },
  };
}

/** A dosing cup of clear plastic: what is in it shows through, below marks. */
export function dosingCup(colour) {
  const c = hex(colour);
  const marks = scaled(WHITE, 0.55);
  const solid = profile(
    [
      [0, 0.015],
      [0.17, 0.015],
      [0.215, 0.4],
      [0, 0.4],
    ],
    0.012,
  );
  return {
    R: 0.25,
    H: 0.43,
    d: (x, y, z) => solid(len(x, z), y),
    m(x, y, z, facing, ray) {
      if (y > 0.405) {
        const t = (0.27 - y) / ray[1];
        const seen = len(x + ray[0] * t, z + ray[2] * t) < 0.2;
        return { c: len(x, z) > 0.2 ? WHITE : scaled(seen ? c : WHITE, 0.82), r: 0.6, f: 0.01, g: 1 };
      }
      const line = [0.11, 0.19, 0.27].some((h) => Math.abs(y - h) < 0.005) && Math.abs(Math.atan2(x, z) + 0.2) < 0.35;
      if (line) return { c: marks, r: 0.2, f: 0.05 };
      const edge = 1 - 0.2 * (1 - facing) ** 2;
      return y < 0.27 && y > 0.035
        ? { c: scaled(c, edge), r: 0.08, f: 0.05 }
        : { c: scaled(WHITE, 0.9 * edge), r: 0.06, f: 0.05, g: 1 };
    },
  };
}

// ---------- things round them ----------
export function ruleBar() {
  const wood = hex("#D9B47C");
  const ink = hex("#3A2A16");
  return {
    R: 1.63,
    H: 0.08,
    d: (x, y, z) => box3(Math.abs(x) - 1.6, Math.abs(y - 0.03) - 0.02, Math.abs(z) - 0.14, 0.01),
    m(x, y, z) {
      const s = (x + 1.55) * 12.9;
      const near = Math.round(s);
      const length = near % 10 === 0 ? 0.15 : near % 5 === 0 ? 0.11 : 0.065;
      const on = y > 0.045 && near >= 0 && near <= 40 && Math.abs(s - near) < 0.09 && z < -0.14 + length;
      return { c: on ? ink : scaled(wood, 0.96 + 0.04 * Math.sin(z * 70 + Math.sin(x * 5) * 3)), r: 0.4, f: 0.03 };
    },
  };
}

const tumbler = profile(
  [
    [0, 0.02],
    [0.3, 0.02],
    [0.36, 1.05],
    [0, 1.05],
  ],
  0.02,
);
/** A glass with something in it: above the liquid one looks through it, at the liquid or at the ground. */
export function glass(liquid, level = 0.82) {
  const c = hex(liquid);
  return {
    R: 0.4,
    H: 1.09,
    d: (x, y, z) => tumbler(len(x, z), y),
    m(x, y, z, facing, ray) {
      const top = y > 1.062;
      const rim = 1 - facing;
      if (y < 0.05) return { c: scaled(GROUND, 0.9), r: 0.04, f: 0.06, g: 1 };
      if (y <= level) return { c, r: 0.06, f: 0.06 };
      const t = (level - y) / ray[1];
      const seen = len(x + ray[0] * t, z + ray[2] * t) < 0.34;
      const edge = top ? (len(x, z) > 0.345 ? 0.86 : 1) : 1 - 0.34 * rim ** 2;
      const behind = seen ? scaled(c, 0.93) : scaled(GROUND, 0.9);
      return { c: scaled(behind, edge), r: top ? 0.6 : 0.04, f: top ? 0.01 : 0.05, g: 1 };
    },
  };
}

export function mug(colour, liquid) {
  const c = hex(colour);
  const tea = hex(liquid);
  const wall = profile(
    [
      [0, 0.03],
      [0.3, 0.03],
      [0.36, 0.12],
      [0.37, 0.78],
      [0.345, 0.78],
      [0.33, 0.14],
      [0, 0.1],
    ],
    0.02,
  );
  const fill = (r, y) => Math.max(r - 0.35, y - 0.66, 0.2 - y);
  const ear = (x, y, z) => {
    const q = len((x - 0.4) * 0.95, (y - 0.42) * 0.85) - 0.2;
    return (len(q, z * 0.8) - 0.035) * 0.85;
  };
  return {
    R: 0.7,
    H: 0.83,
    d: (x, y, z) => Math.min(wall(len(x, z), y), fill(len(x, z), y), len(x, z) > 0.33 ? ear(x, y, z) : 9),
    m: (x, y, z) =>
      fill(len(x, z), y) < wall(len(x, z), y) && len(x, z) < 0.35
        ? { c: tea, r: 0.05, f: 0.08 }
        : { c, r: 0.2, f: 0.05 },
  };
}

export function orange() {
  const c = hex("#E07B1A");
  const R = 0.4;
  return {
    R: 0.43,
    H: 0.8,
    d(x, y, z) {
      const q = Math.sqrt(x * x + ((y - 0.385) * (y - 0.385)) / 0.925 + z * z);
      const near = q - R;
      if (near > 0.03) return near * 0.95;
      const dent = 0.03 * Math.exp(-(x * x + z * z) / 0.004) * (y > 0.38 ? 1 : 0);
      const peel =
        0.0011 *
        Math.sin(x * 96 + Math.sin(z * 41)) *
        Math.sin(y * 92 + Math.sin(x * 37)) *
        Math.sin(z * 94 + Math.sin(y * 43));
      return (near + dent + peel) * 0.8;
    },
    m: (x, y, z) => ({ c: len(x, z) < 0.035 && y > 0.6 ? hex("#5C6B2A") : c, r: 0.36, f: 0.045 }),
  };
}
