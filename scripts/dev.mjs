// `npm run dev`: the shop from its sources. Styles and browser code are replaced in the open page, a change of server code
// restarts the server and reloads the page.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, projectDir, requireNode } from "./project.mjs";

requireNode();
await ensureInstalled({ dev: true });
const { createServer } = await import("vite");

const vite = await createServer({
  root: projectDir,
  configFile: join(projectDir, "vite.config.ts"),
  server: { host: "127.0.0.1", port: 5173, cors: true, watch: { ignored: ["**/data/**", "**/dist/**", "**/demo/**"] } },
});
await vite.listen();
const origin = `http://127.0.0.1:${vite.config.server.port}`;

let server = startServer();
let restart;
watch(join(projectDir, "src"), { recursive: true }, (_, file) => {
  if (!file || /\.test\.tsx?$|^storefront.(client|styles)/.test(file)) return;
  clearTimeout(restart);
  restart = setTimeout(() => void restartServer(), 80);
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void stopAll());
}

function startServer() {
  const args = ["--import", "tsx", join(projectDir, "scripts/dev-server.ts")];
  const env = { ...process.env, NODE_ENV: "development", CHOWK_ASSETS_ORIGIN: origin };
  const child = spawn(process.execPath, args, { cwd: projectDir, env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  child.on("message", () => vite.ws.send({ type: "full-reload" }));
  return child;
}

async function stopServer() {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
}

async function stopAll() {
  await stopServer();
  await vite.close();
  process.exit(0);
}

async function restartServer() {
  await stopServer();
  server = startServer();
}
