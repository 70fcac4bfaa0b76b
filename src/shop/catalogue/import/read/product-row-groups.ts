import { createHash } from "node:crypto";
import { slugOf } from "../../slug.ts";
import type { AttributeColumns, ProductColumns } from "./product-columns.ts";
import { type RowReader, short } from "./row-reader.ts";

/** An attribute in a row. */
export interface RowAttribute {
  name: string;
  /** Its key on the wire: pa_{slug} if the whole shop shares it. */
  slug: string;
  /** Display names; none on a variation means "any". */
  values: string[];
  isVisible: boolean;
  isGlobal: boolean;
  defaultOption: string | null;
}

export interface DownloadCell {
  key: string;
  name: string;
  /** A path next to the file, or an http(s) URL. */
  file: string;
}

/** Reads the attributes of a row in order; undefined if the file has no columns for them. */
export function readAttributes(reader: RowReader, columns: ProductColumns): RowAttribute[] | undefined {
  if (columns.attributes.length === 0) return undefined;
  const attributes = columns.attributes.flatMap((group) => readAttribute(reader, group) ?? []);
  const twice = attributes.find((one, index) => attributes.findIndex(({ slug }) => slug === one.slug) < index);
  if (twice) reader.refuse(`the attribute "${short(twice.name)}" appears twice`);
  return attributes;
}

function readAttribute(reader: RowReader, group: AttributeColumns): RowAttribute | undefined {
  const name = reader.text(group.name, 200, "an attribute's name");
  if (!name) return undefined;
  const isGlobal = reader.flag(group.global, `${name} global`, false) ?? false;
  const values = reader.list(group.values, 500, name) ?? [];
  return {
    name,
    slug: isGlobal ? `pa_${slugOf(name)}` : slugOf(name),
    values: [...new Set(values)],
    isVisible: reader.flag(group.visible, `${name} visible`, true) ?? true,
    isGlobal,
    defaultOption: reader.text(group.default, 500, `${name} default`) || null,
  };
}

/** Reads the downloads of a row; undefined if the file has no columns for them. */
export function readDownloads(reader: RowReader, columns: ProductColumns): DownloadCell[] | undefined {
  if (columns.downloads.length === 0) return undefined;
  return columns.downloads.flatMap((group) => {
    const file = reader.text(group.url, 2000, "a download's URL");
    if (!file) return [];
    const name = reader.text(group.name, 300, "a download's name") || (file.split("/").at(-1) ?? file);
    return [{ key: reader.text(group.id, 100, "a download's ID") || keyOf(file), name, file }];
  });
}

/** Returns the ID of a download without one: the same in every import. */
function keyOf(file: string): string {
  return createHash("sha256").update(file).digest("hex").slice(0, 32);
}
