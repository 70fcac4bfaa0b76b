// Answers GET /chowk/captcha/{colours}/{id}.png: the picture of a captcha that is not answered yet.
import type { FastifyInstance } from "fastify";
import { patterns } from "#routes";
import { captchaText, isCaptchaOpen } from "#shop/contact/challenges/challenges.ts";
import type { Entrance } from "../../wc-ajax/entrance.ts";

/** Strokes of each character as pairs of digits on a grid of 5 by 7: "002640" goes from 0,0 to 2,6 to 4,0. */
const strokes: Readonly<Record<string, string>> = {
  A: "062046 1434",
  B: "06003041423303 3344453606",
  C: "4130100105163645",
  D: "06003041453606",
  E: "40000646 0333",
  F: "400006 0333",
  G: "41301001051636454323",
  H: "0006 4046 0343",
  J: "4045361605",
  K: "0006 400346",
  L: "000646",
  M: "0600244046",
  N: "06004640",
  P: "06003041423303",
  Q: "103041453616050110 3446",
  R: "06003041423303 2346",
  S: "413010010213334445361605",
  T: "0040 2026",
  U: "000516364540",
  V: "002640",
  W: "0016223640",
  X: "0046 4006",
  Y: "002340 2326",
  Z: "00400646",
  2: "01103041420646",
  3: "011030414233 334445361605 1333",
  4: "36300444",
  5: "4000033344453606",
  6: "4130100105163645443303",
  7: "004016",
  8: "103041423313020110 1304051636454433",
  9: "4313020110304145361605",
};

/** Size of the picture in pixels: twice the largest size in which forms show it. */
const [width, height] = [168, 56];

/** Registers the route. */
export function captchaPicture(app: FastifyInstance, { db, signatures, clock }: Entrance): void {
  app.get<{ Params: { colours: string; id: string } }>(patterns.captcha, async ({ params: { colours, id } }, reply) => {
    const [, foreground, background] = /^([\da-f]{6})-([\da-f]{6})$/.exec(colours) ?? [];
    if (foreground === undefined || background === undefined) return reply.callNotFound();
    if (!/^[1-9]\d{0,14}$/.test(id) || !(await isCaptchaOpen(db, Number(id), clock.now()))) return reply.callNotFound();
    const noise = Buffer.from(signatures.sign("captcha picture", Number(id)), "hex");
    const { default: sharp } = await import("sharp");
    const picture = await sharp(
      Buffer.from(drawing(captchaText(signatures, Number(id)), noise, { foreground, background })),
    )
      .png()
      .toBuffer();
    return reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex" }).type("image/png").send(picture);
  });
}

/** Draws the characters, each turned and moved a little by the bytes of `noise`. */
function drawing(
  text: string,
  noise: Buffer,
  { foreground, background }: { foreground: string; background: string },
): string {
  const between = (index: number, least: number, most: number) => least + ((noise[index] ?? 0) / 255) * (most - least);
  const characters = text.split("").map((character, index) => {
    const at = index * 4;
    const [x, y] = [18 + index * 38 + between(at, -4, 4), 12 + between(at + 1, -4, 4)];
    const turned = `translate(${x} ${y}) rotate(${between(at + 2, -12, 12)} 10 16) scale(${between(at + 3, 4.6, 5.4)})`;
    const lines = (strokes[character] ?? "").split(" ").map((line) => `M${line.replace(/(.)(.)/g, "$1 $2 ").trim()}`);
    return `<path transform="${turned}" d="${lines.join("")}"/>`;
  });
  const [from, to] = [between(30, 8, 48), between(31, 8, 48)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#${background}"/>
<g fill="none" stroke="#${foreground}" stroke-width="0.75" stroke-linecap="round" stroke-linejoin="round">${characters.join("")}</g>
<path d="M0 ${from}Q84 ${(from + to) / 2 + 14} ${width} ${to}" fill="none" stroke="#${foreground}" stroke-width="1.5"/></svg>`;
}
