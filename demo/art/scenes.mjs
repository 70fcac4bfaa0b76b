// The scenes: what stands where in each picture. One camera angle for all products.
// { aspect, width (pixels, if not the usual one), aim (height looked at), scale (height of the view), things(T) }

import { hex } from "./colour.mjs";
import { factsAngle } from "./labels.mjs";
import { picturesOf, range } from "./range.mjs";
import { carton, dosingCup, glass, heap, mug, orange, pack, pill, ruleBar, scoop, stick } from "./shapes.mjs";

export const seeded = (seed) => {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
};

const by = Object.fromEntries(range.map((p) => [p.id, p]));
const height = {
  bottle: 1.94,
  jar: 1.6,
  tub: 2.04,
  dropper: 1.9,
  syrup: 1.78,
  shaker: 1.88,
  box: 1.72,
  booklet: 1.96,
  card: 1.93,
};
const turned = { box: -0.42, booklet: -0.34, card: -0.3 };

/** The pack of a product, placed. */
const put = (T, id, at) => ({ ...pack(by[id], T), scale: by[id].scale, rot: turned[by[id].shape] ?? 0, ...at });
const at = (thing, place) => ({ ...thing, ...place });

/** Pieces strewn without touching. area: [x0, x1, z0, z1] */
function strew(p, n, area, seed) {
  const [x0, x1, z0, z1] = area;
  const random = seeded(seed);
  const apart = { tablet: 0.39, gummy: 0.41, drop: 0.3 }[p.contents] ?? 0.42;
  const out = [];
  for (let tries = 0; out.length < n && tries < 4000; tries++) {
    const x = x0 + random() * (x1 - x0);
    const z = z0 + random() * (z1 - z0);
    const rot = random() * 6.3;
    if (out.some((q) => Math.sqrt((q.x - x) ** 2 + (q.z - z) ** 2) < apart)) continue;
    out.push(at(pill(p.contents, p.pill, out.length % 2), { x, z, rot }));
  }
  return out;
}

/** The carton a small bottle comes in, standing behind it. */
function ownCarton(p, T) {
  const faces = { front: T[`${p.id}-carton`], back: hex(p.bg), side: hex(p.bg), top: hex(p.bg) };
  return at(carton(0.5, height[p.shape] / 2 + 0.02, 0.5, faces), { x: -0.52, z: -0.55, rot: -0.3 });
}

/** What is inside, in front of the pack. */
function inside(p, T) {
  if (p.shape === "box") {
    const sachet = (x, z, rot) => at(stick(T[`${p.id}-stick`]), { x, z, rot });
    return [sachet(0.7, 0.4, -0.25), sachet(1.06, 0.05, 0.2)];
  }
  if (p.contents === "scoop")
    return [at(heap(p.pill[0]), { x: 0.02, z: 1.05 }), at(scoop(p.pill[0]), { x: 0.6, z: 0.8, rot: -0.8 })];
  if (p.contents === "spoon") return [ownCarton(p, T), at(dosingCup(p.pill[0]), { x: 0.98, z: 0.75, scale: 1.15 })];
  if (p.contents === "none") return [ownCarton(p, T)];
  return strew(p, 9, [-0.6, 0.9, 0.72, 1.75], 11 + range.indexOf(p) * 7);
}

function productScenes(p) {
  const isBox = p.shape === "box";
  const small = p.shape === "dropper" || p.shape === "syrup";
  const contents = isBox
    ? { x: -0.35, z: -0.35 }
    : small
      ? { x: 0.48, z: 0.3, rot: 0.06 }
      : { x: -0.3, z: -0.35, rot: 0.12 };
  const sachets = (T) => (isBox ? [at(stick(T[`${p.id}-stick`]), { x: 0.92, z: 0.5, rot: -0.1 })] : []);
  const h = height[p.shape] * (p.scale || 1);
  const near = { jar: 2.1, tub: 2.4, box: 2.15 }[p.shape] ?? 2.3 * (p.scale || 1);
  const all = {
    [p.id]: {
      aim: h / 2 - 0.02,
      scale: 2.72,
      things: (T) => [put(T, p.id, { x: isBox ? -0.26 : 0, z: 0 }), ...sachets(T)],
    },
    [`${p.id}-contents`]: {
      aim: p.shape === "tub" ? 0.86 : 0.74,
      scale: 2.95,
      things: (T) => [put(T, p.id, contents), ...inside(p, T)],
    },
    [`${p.id}-facts`]: {
      aim: h / 2 - 0.02,
      scale: near,
      things: (T) => [put(T, p.id, { x: 0, z: 0, rot: isBox ? Math.PI - 0.3 : factsAngle(p) })],
    },
  };
  return Object.fromEntries(Object.entries(all).filter(([id]) => picturesOf(p).includes(id)));
}

const two = (T) => [
  put(T, "height-growth", { x: -0.5, z: -0.5, rot: -0.1 }),
  put(T, "height-growth", { x: 0.5, z: 0.3, rot: 0.08 }),
];

/** Rows of pieces, as on a tray. */
function rows() {
  const ids = ["height-growth", "calcium-d3-k2", "omega-3", "iron-folic", "kids-multi"];
  return ids.flatMap((id, r) =>
    Array.from({ length: 6 }, (_, i) => {
      const long = by[id].contents === "capsule" || by[id].contents === "softgel";
      return at(pill(by[id].contents, by[id].pill, i % 2), {
        x: -1.25 + i * 0.5,
        z: -0.95 + r * 0.48,
        rot: long ? 0.5 : 0,
      });
    }),
  );
}

const groups = {
  "height-growth-two": { aim: 0.8, scale: 2.9, things: two },
  "height-growth-macro": {
    aim: 0.72,
    scale: 1.15,
    things: (T) => [put(T, "height-growth", { x: 0.06, z: 0, rot: 0.1 })],
  },
  "height-growth-two-cut": { ground: "#F4B942", aspect: 1.2, aim: 0.98, shiftX: 0.25, scale: 2.45, things: two },
  "line-up": {
    aspect: 2.2,
    width: 2000,
    aim: 1.42,
    shiftX: -1.4,
    scale: 4.1,
    things: (T) => [
      put(T, "omega-3", { x: -1.72, z: -0.5, rot: -0.12 }),
      put(T, "height-growth", { x: -0.5, z: 0.2, rot: -0.04 }),
      put(T, "zinc-c", { x: 0.78, z: -0.75 }),
      put(T, "vitamin-d3-drops", { x: 0.98, z: 0.55, rot: 0.05 }),
      put(T, "kids-multi", { x: 2.1, z: -0.15, rot: 0.12 }),
      ...strew(by["height-growth"], 4, [-0.1, 0.5, 1, 1.75], 5),
    ],
  },
  "line-up-tall": {
    aspect: 1.02,
    aim: 0.96,
    scale: 3.2,
    things: (T) => [
      put(T, "omega-3", { x: -0.92, z: -0.6, rot: -0.12 }),
      put(T, "zinc-c", { x: 0.8, z: -0.8 }),
      put(T, "height-growth", { x: -0.05, z: 0.2 }),
      put(T, "vitamin-d3-drops", { x: 1, z: 0.55, rot: 0.05 }),
      ...strew(by["height-growth"], 3, [-1, -0.1, 1, 1.5], 5),
    ],
  },
  "growth-group": {
    aspect: 1.25,
    aim: 0.92,
    scale: 3.75,
    things: (T) => [
      put(T, "growing-protein", { x: -1.28, z: -0.45, rot: -0.06 }),
      put(T, "height-growth", { x: 0.2, z: 0, rot: 0.01 }),
      put(T, "calcium-d3-k2", { x: 1.5, z: 0.45, rot: 0.07 }),
    ],
  },
  "article-pills": { aspect: 1.5, aim: 0.12, scale: 2.1, pitch: 24, things: rows },
  "article-ruler": {
    aspect: 2,
    aim: 0.86,
    scale: 2.7,
    pitch: 12,
    things: (T) => [
      at(ruleBar(), { x: 0.1, z: 0.75, rot: 0.12 }),
      put(T, "height-growth", { x: -0.6, z: -0.4, rot: 0.2 }),
      at(glass("#F4EFE2"), { x: 0.75, z: -0.1 }),
    ],
  },
  "article-parcel": {
    aspect: 1.5,
    aim: 0.82,
    scale: 2.75,
    pitch: 12,
    things: (T) => {
      const faces = { front: T.parcel, back: hex("#C39A6B"), side: hex("#B48A5B"), top: hex("#CBA577") };
      return [
        at(carton(0.95, 0.55, 0.6, faces), { x: -0.25, z: -0.15, rot: -0.5 }),
        put(T, "height-growth", { x: 1.1, z: 0.3, rot: 0.1 }),
      ];
    },
  },
  "article-drops": {
    aspect: 1.5,
    aim: 0.82,
    scale: 2.6,
    things: (T) => [
      put(T, "vitamin-d3-drops", { x: 0.55, z: 0.2, rot: -0.1 }),
      at(glass("#F4EFE2"), { x: -0.55, z: -0.1 }),
      ...strew({ ...by["vitamin-d3-drops"], contents: "drop" }, 3, [-0.4, 0.2, 0.7, 1.2], 9),
    ],
  },
  "article-calcium": {
    aspect: 1.5,
    aim: 0.84,
    scale: 2.7,
    pitch: 11,
    things: (T) => [
      put(T, "calcium-d3-k2", { x: 0.75, z: -0.1, rot: 0.04 }),
      at(glass("#F7F3E8"), { x: -0.4, z: -0.05 }),
      at(glass("#F7F3E8", 0.5), { x: -1.2, z: -0.4 }),
      ...strew(by["calcium-d3-k2"], 5, [-0.3, 0.7, 0.75, 1.4], 31),
    ],
  },
  "article-sleep": {
    aspect: 1.5,
    aim: 0.84,
    scale: 2.7,
    pitch: 12,
    things: (T) => [
      put(T, "magnesium", { x: -0.28, z: -0.6, rot: -0.05 }),
      put(T, "sleep-blend", { x: 0.95, z: 0.05, rot: 0.05 }),
      at(mug("#F1EDE0", "#B98532"), { x: -1.05, z: 0.45, rot: -2.75 }),
      ...strew(by["sleep-blend"], 3, [-0.1, 0.5, 0.9, 1.4], 17),
    ],
  },
  "article-iron": {
    aspect: 1.5,
    aim: 0.84,
    scale: 2.7,
    pitch: 11,
    things: (T) => [
      put(T, "iron-folic", { x: -0.6, z: -0.15, rot: 0.1 }),
      at(glass("#E39A2D"), { x: 0.55, z: -0.4 }),
      at(orange(), { x: 1.2, z: 0.15, rot: 0.4 }),
      ...strew(by["iron-folic"], 4, [-0.05, 0.7, 0.6, 1.25], 13),
    ],
  },
  "article-label": {
    aspect: 1.5,
    aim: 0.72,
    scale: 1.75,
    things: (T) => [
      put(T, "multi-women", { x: 0.7, z: 0.15, rot: factsAngle(by["multi-women"]) + 0.06 }),
      put(T, "multi-men", { x: -0.66, z: -0.25, rot: -0.04 }),
    ],
  },
  "article-protein": {
    aspect: 1.5,
    aim: 0.92,
    scale: 2.9,
    pitch: 11,
    things: (T) => [
      put(T, "whey-protein", { x: -0.75, z: -0.3, rot: 0.06 }),
      put(T, "shaker", { x: 0.72, z: -0.45, rot: -0.1 }),
      at(heap(by["whey-protein"].pill[0]), { x: 0.2, z: 0.95 }),
      at(scoop(by["whey-protein"].pill[0]), { x: 1.0, z: 0.6, rot: -0.6 }),
    ],
  },
};

export const scenes = { ...Object.assign({}, ...range.map(productScenes)), ...groups };
