// The server of `npm run dev`: starts as in production, but takes client code from the development server, whose origin is
// the argument.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { start } from "../src/main.ts";
import { sheetHrefs } from "../src/storefront/rendering/page-sheets.ts";

const projectDir = dirname(dirname(fileURLToPath(import.meta.url)));
const [, , origin = ""] = process.argv;

await start({
  projectDir,
  buildDir: projectDir,
  workerFile: join(projectDir, "src/worker.ts"),
  assets: {
    script: `${origin}/src/storefront/client/main.ts`,
    stylesheet: `${origin}/src/storefront/layout/styles/shop.css`,
    sheets: sheetHrefs((sheet) => `${origin}/src/storefront/layout/styles/sheets/${sheet}.css`),
    fonts: [],
    styles: new Map(),
    origins: [origin],
  },
});
process.send?.("ready");
