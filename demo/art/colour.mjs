// Colour: hex to linear light and back.
const toLinear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
export const toByte = (v) => 255 * (v <= 0.0031308 ? v * 12.92 : 1.055 * Math.min(1, v) ** (1 / 2.4) - 0.055);
export const hex = (h) => [1, 3, 5].map((i) => toLinear(Number.parseInt(h.slice(i, i + 2), 16) / 255));
export const LINEAR = new Float64Array(256).map((_, i) => toLinear(i / 255));
export const GROUND = hex("#E9E7DC");
export const LEAF = hex("#17503B");
export const WHITE = hex("#F6F4EE");
export const scaled = (c, k) => [c[0] * k, c[1] * k, c[2] * k];
export const smooth = (a, b, x) => {
  const t = Math.min(1, Math.max(0, (x - a) / (b - a)));
  return t * t * (3 - 2 * t);
};
