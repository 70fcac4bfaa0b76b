import { defineConfig, type Plugin } from "vite";
import { pageSheets } from "./src/storefront/rendering/page-sheets.ts";

/** Replaces Vite's helper for dynamic imports, which preloads style sheets: browser code imports none. Saves about 600 bytes. */
const plainDynamicImports: Plugin = {
  name: "plain-dynamic-imports",
  apply: "build",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined),
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
          ],
        },
      },
    },
  },
});
