// `npm run dev`: runs the shop from source. Styles and client code are hot-reloaded; a change to server code restarts the
// server and reloads the page.
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

/** How long (ms) the server may take to stop before it is killed. */
const stopTimeoutMs = 12_000;

let server = startServer();
let restart;
/** Serializes restarts; a queued restart covers all changes until it begins. */
let turn = Promise.resolve();
let isWaiting = false;
let stopping = false;
watch(join(projectDir, "src"), { recursive: true }, (_, file) => {
  if (!file || /\.test\.tsx?$|\.css$|^storefront.(.+.)?client./.test(file)) return;
  clearTimeout(restart);
  restart = setTimeout(restartServer, 80);
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void stopAll());
}

function startServer() {
  const args = ["--import", "tsx", join(projectDir, "scripts/dev-server.ts"), origin];
  const env = { ...process.env, NODE_ENV: "development" };
  const child = spawn(process.execPath, args, { cwd: projectDir, env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  child.on("message", () => vite.ws.send({ type: "full-reload" }));
  return child;
}

async function stopServer() {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  const killTimer = setTimeout(() => server.kill("SIGKILL"), stopTimeoutMs);
  await ended;
  clearTimeout(killTimer);
}

async function stopAll() {
  stopping = true;
  await turn;
  await stopServer();
  await vite.close();
  process.exit(0);
}

function restartServer() {
  if (isWaiting) return;
  isWaiting = true;
  turn = turn.then(async () => {
    isWaiting = false;
    if (stopping) return;
    await stopServer();
    server = startServer();
  });
}
