import { defineConfig, type Plugin } from "vite";
import { pageSheets } from "./src/storefront/rendering/page-sheets.ts";

/**
 * Removes Vite's plugin that wraps dynamic imports to preload style sheets: browser code imports none. Saves about 600 bytes
 * and the wrapper's own file.
 */
const plainDynamicImports: Plugin = {
  name: "plain-dynamic-imports",
  apply: "build",
  configResolved: ({ plugins }) => {
    const position = plugins.findIndex(({ name }) => name === "native:import-analysis-build");
    if (position < 0) throw new Error("Vite has no plugin native:import-analysis-build any more");
    (plugins as Plugin[]).splice(position, 1);
  },
};

/** Builds the client code: the base script, islands loaded on demand and the style sheets. The server reads the manifest. */
export default defineConfig({
  appType: "custom",
  publicDir: false,
  plugins: [plainDynamicImports],
  build: {
    target: "es2022",
    manifest: "manifest.json",
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    cssMinify: "lightningcss",
    rolldownOptions: {
      input: {
        shop: "src/storefront/client/main.ts",
        styles: "src/storefront/layout/styles/shop.css",
        ...Object.fromEntries(pageSheets.map((sheet) => [sheet, `src/storefront/layout/styles/sheets/${sheet}.css`])),
      },
      output: {
        codeSplitting: {
          groups: [
            // The base script with everything that it imports: one file, whatever parts loaded on demand share with it.
            { name: "shop", test: /storefront\/client\/main\.ts$/, priority: 1 },
            // One file, which the first touch of an island loads at the same time as its component.
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\/|client\/islands\/hydrate-island/ },
          ],
        },
      },
    },
  },
});
