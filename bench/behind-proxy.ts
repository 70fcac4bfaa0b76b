import { createServer } from "node:net";

/**
 * Returns the environment of a shop that believes each request's X-Forwarded-For, so that requests can come from many
 * addresses.
 */
export async function behindProxy(): Promise<Record<string, string>> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = String(typeof address === "object" ? address?.port : 0);
  await new Promise((resolve) => server.close(resolve));
  return { PORT: port, SITE_URL: `http://127.0.0.1:${port}`, TRUST_PROXY: "127.0.0.1" };
}
