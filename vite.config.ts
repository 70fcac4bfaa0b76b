import { defineConfig } from "vite";
import { pageSheets } from "./src/storefront/rendering/page-sheets.ts";

/** Builds the client code: the base script, islands loaded on demand and the style sheets. The server reads the manifest. */
export default defineConfig({
  appType: "custom",
  publicDir: false,
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
    },
  },
});
