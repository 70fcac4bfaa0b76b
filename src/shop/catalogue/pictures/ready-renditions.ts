import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Type } from "typebox";
import { Compile } from "typebox/compile";

const size = Type.Integer({ minimum: 1, maximum: 100_000 });

/** By the SHA-256 of each original; files are names in the index's folder. */
const indexSchema = Type.Record(
  Type.String({ pattern: "^[0-9a-f]{64}$" }),
  Type.Object({
    title: Type.Optional(Type.String({ maxLength: 200 })),
    width: size,
    height: size,
    renditions: Type.Array(
      Type.Object({
        format: Type.Union([Type.Literal("avif"), Type.Literal("webp"), Type.Literal("jpeg"), Type.Literal("jpg")]),
        width: size,
        height: size,
        file: Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,200}$" }),
      }),
    ),
  }),
);
const index = Compile(indexSchema);

export interface IndexedPicture {
  /** Folder of the renditions' files. */
  folder: string;
  /** Default: made from the picture's file name. */
  title: string | undefined;
  width: number;
  height: number;
  renditions: { format: "avif" | "webp" | "jpeg"; width: number; height: number; file: string }[];
}

/**
 * Reads existing renditions by the hash of their original from `renditions/index.json` next to a product list, if there
 * is one.
 */
export async function readRenditionsIndex(base: string): Promise<Map<string, IndexedPicture>> {
  const folder = join(base, "renditions");
  const text = await readFile(join(folder, "index.json"), "utf8").catch(() => "{}");
  const content = parse(text);
  if (!index.Check(content)) return new Map();
  return new Map(
    Object.entries(content).map(([hash, { title, width, height, renditions }]) => {
      const named = renditions.map(({ format, ...rest }) => ({ format: format === "jpg" ? "jpeg" : format, ...rest }));
      return [hash, { folder, title, width, height, renditions: named } satisfies IndexedPicture];
    }),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A broken index is ignored: pictures are decoded and encoded again.
    return {};
  }
}
