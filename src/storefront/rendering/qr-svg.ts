import { encode } from "uqr";

/** Empty modules around the code; readers need four. */
const border = 4;

/** Returns the path of the dark modules: one run of neighbours after the other. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1]) return [];
        const end = row.indexOf(false, x);
        return `M${x} ${y}h${(end === -1 ? row.length : end) - x}v1H${x}z`;
      }),
    )
    .join("");
}

/** Returns a text as a QR code in an SVG file, dark on white: many readers know no other. */
export function qrSvg(text: string): string {
  const { data, size } = encode(text, { border, ecc: "M" });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${pathOf(data)}"/></svg>`;
}
