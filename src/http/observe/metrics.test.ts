import fastify from "fastify";
import { expect, test } from "vitest";
import { answerMetrics, openMetrics } from "./metrics.ts";

const token = "a-token-of-some-length";
const sources = {
  pageCache: () => ({ hits: 7, misses: 2, stale: 1, bytes: 1234, pages: 3 }),
  pool: { totalCount: 5, idleCount: 3, waitingCount: 0 },
  jobs: async () => ({ waiting: 4, running: 0, failed: 0 }),
  oldestDueJob: async () => 2.5,
};

async function ask(authorization?: string) {
  const app = fastify();
  const metrics = openMetrics(sources);
  metrics.observe({ requestId: "1", method: "GET", call: "/product/:slug/", status: 200, durationMs: 4 });
  answerMetrics(app, "/metrics", metrics, token);
  return app.inject({ url: "/metrics", headers: authorization ? { authorization } : {} });
}

test("/metrics requires the token", async () => {
  expect((await ask()).statusCode).toBe(401);
  expect((await ask("Bearer wrong")).statusCode).toBe(401);
  expect((await ask(`Bearer ${token}`)).statusCode).toBe(200);
});

test("requests, page cache, pool and jobs are measured", async () => {
  const { body, headers } = await ask(`Bearer ${token}`);
  expect(headers["content-type"]).toContain("text/plain");
  for (const line of [
    'chowk_request_seconds_count{call="/product/:slug/",method="GET",status="200"} 1',
    'chowk_request_seconds_bucket{le="0.005",call="/product/:slug/",method="GET",status="200"} 1',
    'chowk_page_cache_requests_total{outcome="hit"} 7',
    "chowk_page_cache_bytes 1234",
    'chowk_database_connections{state="busy"} 2',
    'chowk_jobs{state="waiting"} 4',
    "chowk_jobs_oldest_due_seconds 2.5",
  ])
    expect(body).toContain(line);
});
