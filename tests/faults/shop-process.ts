/** Starts the shop from its sources, for tests that send it signals. Arguments: none; the settings are in the environment. */
import { fileURLToPath } from "node:url";
import { start } from "../../src/main.ts";
import { sheetHrefs } from "../../src/storefront/page-sheets.ts";

const projectDir = fileURLToPath(new URL("../../", import.meta.url));

await start({
  projectDir,
  buildDir: projectDir,
  workerFile: fileURLToPath(new URL("../../src/worker.ts", import.meta.url)),
  assets: {
    script: "/none.js",
    stylesheet: "/none.css",
    sheets: sheetHrefs(() => "/none.css"),
    fonts: [],
    origins: [],
  },
});
