import { useLocale } from "#ui/locale.tsx";
import { mediaSrc } from "#ui/media-src.ts";
import type { BlockType } from "./block.ts";

/** `[downloads]`: public files with their type and size. */
export const downloadsBlock: BlockType<"downloads"> = {
  needs: ({ files }) => ({ files }),
  Block({ values, shown: { data } }) {
    const { t, lang } = useLocale();
    const files = values.files.flatMap((name) => data.file(name) ?? []);
    if (files.length === 0) return null;
    const title = values.title || t("content.block.downloads");
    return (
      <section className="block block-downloads" aria-label={title}>
        <p className="block-title">{title}</p>
        <ul role="list">
          {files.map(({ file, name, byteSize }) => (
            <li key={file}>
              <a href={mediaSrc({ file })} download={name}>
                {name}
              </a>{" "}
              <span className="muted">
                {file.split(".").at(-1)?.toUpperCase()}, {sizeIn(byteSize, lang)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    );
  },
};

/** Returns "340 kB" or "1.2 MB", in the page's language. */
function sizeIn(bytes: number, lang: string): string {
  const isSmall = bytes < 1_000_000;
  return new Intl.NumberFormat(lang, {
    style: "unit",
    unit: isSmall ? "kilobyte" : "megabyte",
    maximumFractionDigits: isSmall ? 0 : 1,
  }).format(Math.max(1, Math.ceil(bytes / 1000)) / (isSmall ? 1 : 1000));
}
