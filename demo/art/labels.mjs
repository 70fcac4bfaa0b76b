// Labels are plain HTML, photographed flat by Chromium; the renderer wraps them round the packs.
import { range } from "./range.mjs";

const cream = "#F7F3E6";
const leaf = "#17402F";
const strokes = (n, gap, h, prime) =>
  Array.from(
    { length: n },
    (_, i) => `<rect x="${i * gap}" width="${1 + ((i * prime) % 5) * 0.6}" height="${h}" fill="#111"/>`,
  ).join("");

const mark = (colour, size) =>
  `<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="${colour}"><path d="M12 1.5 16.6 7H13v2.2c2.4.4 4.6 1.7 6.1 3.6H13v2.3c3.6.4 6.9 2.2 9 4.9H13v2.5h-2V20H2c2.1-2.7 5.4-4.5 9-4.9v-2.3H4.9c1.5-1.9 3.7-3.2 6.1-3.6V7H7.4z"/></svg>`;

/** The one ornament of the brand: a measure with n steps. */
function ruler(colour, n, h) {
  const tick = (i) => {
    const length = i % 10 === 0 ? 44 : i % 5 === 0 ? 28 : 15;
    return `<rect x="0" y="${((i * (h - 3)) / n).toFixed(1)}" width="${length}" height="3" fill="${colour}"/>`;
  };
  const ticks = Array.from({ length: n + 1 }, (_, i) => tick(i)).join("");
  return `<svg width="46" height="${h}" viewBox="0 0 46 ${h}" style="display:block">${ticks}</svg>`;
}

const brand = (p, size) =>
  `<div style="display:flex;align-items:center;gap:${size * 0.27}px;font-weight:650;font-size:${size}px;letter-spacing:-.02em;line-height:1">${mark(p.hi, size * 1.05)}deodar</div>`;

/** The facts panel. Its natural size is `width` wide; the caller scales it. */
function facts(p, width) {
  const f = p.fg;
  const row = ([name, amount]) =>
    `<div style="display:flex;justify-content:space-between;gap:16px;border-bottom:1.5px solid ${f};padding:4px 0"><span>${name}</span><b style="white-space:nowrap">${amount}</b></div>`;
  return `<div style="border:3px solid ${f};padding:16px 20px;font-size:23px;line-height:1.3;width:${width}px;box-sizing:border-box;font-weight:500">
    <div style="font-weight:700;font-stretch:80%;font-size:46px;line-height:1">Supplement facts</div>
    <div style="border-bottom:9px solid ${f};padding-bottom:6px">Serving: ${p.serving}</div>
    ${p.facts.map(row).join("")}
    <div style="font-size:18px;padding-top:8px">${p.note ?? "A food supplement, not a medicine."}</div></div>`;
}

/** The words beside the facts: how to take it, how to keep it, a bar code. */
const advice = (
  p,
  width,
) => `<div style="width:${width}px;font-size:23px;line-height:1.35"><b>How to take</b><br>${p.take}<br><br>
  <b>Keep</b> below 25 °C, closed and out of the reach of children.<br><br>A food supplement does not replace a varied diet.
  <div style="margin-top:28px;background:#fff;width:230px;height:110px;padding:10px;box-sizing:border-box"><svg width="210" height="90">${strokes(48, 4.4, 90, 7919)}</svg></div></div>`;

// Flat size of the label, width of its front, size of the name, width of the facts panel. Heights follow from the packs.
export const flat = {
  bottle: { w: 2840, h: 830, front: 900, name: 164, facts: 470 },
  jar: { w: 3100, h: 575, front: 1000, name: 138, facts: 600 },
  tub: { w: 3100, h: 792, front: 1000, name: 214, facts: 520 },
  dropper: { w: 2400, h: 570, front: 690, name: 108, facts: 420 },
  syrup: { w: 2400, h: 691, front: 690, name: 128, facts: 420 },
  shaker: { w: 2400, h: 976, front: 690, name: 150 },
  box: { w: 1000, h: 1264, front: 860, name: 176 },
  carton: { w: 720, h: 1364, front: 590, name: 132 },
  booklet: { w: 1000, h: 1415, front: 860, name: 250 },
};

function front(p, s, k) {
  const size = s.name - (p.shape === "bottle" && p.name.length > 2 ? 14 : 0);
  return `<div style="position:absolute;left:${(s.w - s.front) / 2}px;top:0;width:${s.front}px;height:${s.h}px;box-sizing:border-box;padding:${44 * k}px 0 ${40 * k}px 96px;display:flex;flex-direction:column">
    <div style="position:absolute;left:0;top:${44 * k}px">${ruler(p.fg, 40, s.h - 86 * k)}</div>
    ${brand(p, 44)}
    <div data-fit style="font-weight:650;font-stretch:78%;font-size:${size}px;line-height:.9;letter-spacing:-.025em;margin-top:${34 * k}px;white-space:nowrap;width:${s.front - 110}px">${p.name.join("<br>")}</div>
    <div style="font-size:33px;line-height:1.2;margin-top:${Math.max(20 * k, size * (p.shape === "jar" ? 0.13 : 0.2))}px;max-width:${s.front - 130}px;font-weight:500">${p.sub}</div>
    <div style="margin-top:auto;display:flex;align-items:baseline;gap:12px;border-top:3px solid ${p.fg};padding-top:${14 * k}px;width:${s.front - 120}px">
      <span style="font-weight:650;font-stretch:78%;font-size:76px;line-height:.9;letter-spacing:-.02em">${p.count}</span>
      <span style="font-size:36px;font-weight:550">${p.unit}</span>
      ${p.facts ? '<span style="margin-left:auto;font-size:24px;font-weight:500">Food supplement</span>' : ""}</div>
  </div>`;
}

/** Where the facts stand on a wrapped label: just out of sight when the pack looks at the camera. */
function factsPlace(p) {
  const s = flat[p.shape];
  const k = Math.min(1.25, s.h / 660);
  const height = 185 + p.facts.length * 40;
  const scale = Math.min((s.h - 80 * k) / height, 1.75, (s.w / 4 - 45) / s.facts);
  const spare = (s.h - 80 * k) / scale - height; // what is left below a short panel
  return { k, scale, left: s.w * 0.75 + 25, width: s.facts * scale, spare };
}

/** How far to turn a pack so that its facts look at the camera. */
export function factsAngle(p) {
  const { left, width } = factsPlace(p);
  return -((left + width / 2) / flat[p.shape].w - 0.5) * 2 * Math.PI;
}

/** The back of a wrapped label: facts on the right, advice on the left. */
function back(p, s) {
  const { k, scale, left, spare } = factsPlace(p);
  const below =
    spare > 105
      ? `<div style="width:${s.facts - 20}px;font-size:23px;line-height:1.35;font-weight:500;padding:22px 0 0 3px"><b>How to take</b><br>${p.take}</div>`
      : "";
  return `<div style="position:absolute;left:${left}px;top:${40 * k}px;transform:scale(${scale.toFixed(3)});transform-origin:0 0">${facts(p, s.facts)}${below}</div>
    <div style="position:absolute;left:${s.w / 4 - 25 - 380}px;top:${44 * k}px">${advice(p, 380)}</div>`;
}

export function label(p, shape = p.shape) {
  const s = flat[shape];
  const k = Math.min(1.25, s.h / 660);
  return `<div style="position:relative;width:${s.w}px;height:${s.h}px;background:${p.bg};color:${p.fg};overflow:hidden;font-family:Deodar">
    ${front(p, s, k)}${p.facts && s.facts ? back(p, s) : ""}</div>`;
}

const boxBack = (
  p,
) => `<div style="width:1000px;height:1264px;box-sizing:border-box;padding:80px 90px;background:${p.bg};color:${p.fg};font-family:Deodar;display:flex;flex-direction:column;gap:44px">
  ${brand(p, 44)}${p.facts.length > 4 ? `<div style="zoom:1.35">${facts(p, 607)}</div>` : `<div style="zoom:1.66">${facts(p, 494)}</div>`}<div style="zoom:1.2">${advice(p, 660)}</div></div>`;

const crimp = (edge) =>
  `<div style="position:absolute;${edge};left:0;right:0;height:60px;background:repeating-linear-gradient(rgba(0,0,0,.10) 0 3px,transparent 3px 9px)"></div>`;

const stickName = (p) =>
  p.name.join("<br>").replace("vitamin C", "vit. C").replace("electrolytes", "electro-<br>lytes");

const stick = (
  p,
) => `<div style="width:340px;height:1240px;background:linear-gradient(${p.bg} 0 62%,${cream} 62%);font-family:Deodar;position:relative;color:${p.fg}">
  ${crimp("top:0")}${crimp("bottom:0")}
  <div style="position:absolute;left:50px;top:110px;font-size:54px;font-weight:650">deodar</div>
  <div style="position:absolute;left:50px;top:330px;font-size:84px;line-height:.95;font-weight:650;font-stretch:78%;letter-spacing:-.02em">${stickName(p)}</div>
  <div style="position:absolute;left:50px;bottom:120px;font-size:44px;font-weight:600;color:#22300F">1 sachet</div></div>`;

/** The growth plan: a card with one line a month. */
function plan(p) {
  const months = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
  ];
  const line = (m) =>
    `<div style="display:flex;border-bottom:2px solid ${p.fg};padding:13px 0 9px;font-size:34px;line-height:1.1"><span style="width:300px">${m}</span><span style="flex:1">cm</span><span style="width:120px">kg</span></div>`;
  return `<div style="position:relative;width:1000px;height:1415px;box-sizing:border-box;padding:80px 80px 0 180px;background:${p.bg};color:${p.fg};font-family:Deodar;font-weight:500">
    <div style="position:absolute;left:70px;top:80px">${ruler(p.fg, 60, 1255)}</div>${brand(p, 50)}
    <div style="font-weight:650;font-stretch:78%;font-size:170px;line-height:.9;letter-spacing:-.025em;margin:44px 0 26px">${p.name.join(" ")}</div>
    <div style="font-size:38px;margin-bottom:40px">${p.sub}</div><div style="border-top:7px solid ${p.fg}">${months.map(line).join("")}</div></div>`;
}

const parcel =
  () => `<div style="position:relative;width:1300px;height:752px;background:#C39A6B;font-family:Deodar;color:${leaf}">
  <div style="position:absolute;inset:0;background:repeating-linear-gradient(90deg,rgba(90,55,20,.05) 0 3px,transparent 3px 9px)"></div>
  <div style="position:absolute;left:70px;top:80px;display:flex;gap:22px;align-items:center;font-size:120px;font-weight:650;letter-spacing:-.03em;line-height:1">${mark(leaf, 120)}deodar</div>
  <div style="position:absolute;left:74px;bottom:70px;font-size:46px;font-weight:550;line-height:1.2">Open it, check it,<br>then pay.</div>
  <div style="position:absolute;right:60px;bottom:60px;width:330px;height:250px;background:#FBFAF6;padding:26px;box-sizing:border-box;font-size:26px;line-height:1.3"><b>Cash on delivery</b><br>Rs 5,499<div style="margin-top:18px"><svg width="278" height="80">${strokes(62, 4.5, 80, 7907)}</svg></div></div></div>`;

/** Everything to photograph: [name, width, height, html]. */
export function sheets() {
  const all = [["parcel", 1300, 752, parcel()]];
  for (const p of range) {
    if (p.shape === "card") {
      all.push([p.id, 1000, 1415, plan(p)]);
      continue;
    }
    all.push([p.id, flat[p.shape].w, flat[p.shape].h, label(p)]);
    if (p.shape === "dropper" || p.shape === "syrup") {
      all.push([`${p.id}-carton`, flat.carton.w, flat.carton.h, label(p, "carton")]);
    }
    if (p.shape !== "box") continue;
    all.push([`${p.id}-back`, 1000, 1264, boxBack(p)]);
    all.push([`${p.id}-stick`, 340, 1240, stick(p)]);
  }
  return all;
}
