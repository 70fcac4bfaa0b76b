import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type InlineStyle, inlineStyle } from "#http/page-cache/inline-parts.ts";
import { routes } from "#routes";
import { pageSheets, type SheetHrefs, sheetHrefs } from "./page-sheets.ts";

/** The client build's files that pages link to. */
export interface Assets {
  script: string;
  /** The style sheet of every page. */
  stylesheet: string;
  /** The style sheets of some pages only. */
  sheets: SheetHrefs;
  /** The style sheets by href, with their font, for pages that contain them; none in development. */
  styles: ReadonlyMap<string, InlineStyle>;
  /** Fonts that every page needs at once. */
  fonts: readonly string[];
  /** Other origins that these are loaded from: the development server's. */
  origins: readonly string[];
}

interface ManifestEntry {
  file: string;
  css?: string[];
  assets?: string[];
}

/** Reads the build manifest. @param clientDir folder of manifest.json @throws when it is missing or incomplete */
export function readAssets(clientDir: string): Assets {
  const manifest = JSON.parse(readFileSync(join(clientDir, "manifest.json"), "utf8")) as Record<string, ManifestEntry>;
  const entry = (source: string): ManifestEntry => {
    const found = manifest[source];
    if (!found) throw new Error(`The build has no ${source}`);
    return found;
  };
  const styles = entry("src/storefront/layout/styles/shop.css");
  const toHref = (file: string) => routes.asset(file.replace(/^assets\//, ""));
  const sheetFiles = pageSheets.map((sheet) => entry(`src/storefront/layout/styles/sheets/${sheet}.css`).file);
  const fontFiles = (styles.assets ?? []).filter((file) => file.includes("instrument-sans"));
  const fonts = fontFiles.map((file) => ({ href: toHref(file), dataUrl: fontUrl(join(clientDir, file)) }));
  const styleOf = (file: string) =>
    inlineStyle(
      fonts.reduce(
        (text, { href, dataUrl }) => text.replaceAll(`url(${href})`, `url(${dataUrl})`),
        readFileSync(join(clientDir, file), "utf8"),
      ),
    );
  return {
    script: toHref(entry("src/storefront/client/main.ts").file),
    stylesheet: toHref(styles.file),
    sheets: sheetHrefs((sheet) => toHref(entry(`src/storefront/layout/styles/sheets/${sheet}.css`).file)),
    styles: new Map([styles.file, ...sheetFiles].map((file) => [toHref(file), styleOf(file)])),
    fonts: fonts.map(({ href }) => href),
    origins: [],
  };
}

function fontUrl(file: string): string {
  return `data:font/woff2;base64,${readFileSync(file, "base64")}`;
}
