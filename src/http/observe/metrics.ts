import cluster from "node:cluster";
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { PageCacheCounts } from "../page-cache/page-cache.ts";
import { joinMetricsOfAll } from "./cluster-metrics.ts";
import type { RequestFacts } from "./request-log.ts";

/** Sources of metrics other than requests, read when the metrics are read. */
export interface MetricSources {
  pageCache(): PageCacheCounts;
  /** The connection pool; pg's Pool fits. */
  pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number };
  /** Jobs by state ("waiting", "running", "failed"). */
  jobs(): Promise<Readonly<Record<string, number>>>;
  /** How long (s) the oldest due job has waited. */
  oldestDueJob(): Promise<number>;
}

export interface Metrics {
  /** An observer for `observeRequests`. */
  observe: (facts: RequestFacts) => void;
  /** Returns the metrics in Prometheus' text format. */
  read(): Promise<{ contentType: string; text: string }>;
}

/**
 * Collects metrics of this process, or of all serving processes. Labels are route patterns and known names, so that
 * visitors cannot create unlimited series.
 */
export function openMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: "chowk_request_seconds",
    help: "Requests that were not answered from the page cache, by call, method and status.",
    labelNames: ["call", "method", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  measurePageCache(sources, registers);
  measurePool(sources, registers);
  measureJobs(sources, registers);
  const readAll = cluster.isWorker ? joinMetricsOfAll(registry) : () => registry.metrics();
  return {
    observe: ({ call, method, status, durationMs }) => requests.observe({ call, method, status }, durationMs / 1000),
    read: async () => ({ contentType: registry.contentType, text: await readAll() }),
  };
}

/** Serves the metrics at `path` to clients with the token (Authorization: Bearer). */
export function answerMetrics(app: FastifyInstance, path: string, metrics: Metrics, token: string): void {
  app.get(path, async (request, reply) => {
    reply.header("cache-control", "no-store");
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (given === undefined || !isSame(given, token))
      return reply.code(401).header("www-authenticate", "Bearer").send({ status: "unauthorized" });
    const { contentType, text } = await metrics.read();
    return reply.type(contentType).send(text);
  });
}

function measurePageCache(sources: MetricSources, registers: Registry[]): void {
  new Counter({
    name: "chowk_page_cache_requests_total",
    help: "Public pages by cache outcome.",
    labelNames: ["outcome"],
    registers,
    collect() {
      const { hits, misses, stale } = sources.pageCache();
      this.reset();
      for (const [outcome, count] of Object.entries({ hit: hits, miss: misses, stale })) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: "chowk_page_cache_bytes",
    help: "Bytes in the page cache.",
    registers,
    collect() {
      this.set(sources.pageCache().bytes);
    },
  });
  new Gauge({
    name: "chowk_page_cache_pages",
    help: "Pages in the page cache.",
    registers,
    collect() {
      this.set(sources.pageCache().pages);
    },
  });
}

function measurePool({ pool }: MetricSources, registers: Registry[]): void {
  new Gauge({
    name: "chowk_database_connections",
    help: "Connections in this process's pool, and requests waiting for one.",
    labelNames: ["state"],
    registers,
    collect() {
      this.set({ state: "busy" }, pool.totalCount - pool.idleCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waited_for" }, pool.waitingCount);
    },
  });
}

function measureJobs(sources: MetricSources, registers: Registry[]): void {
  new Gauge({
    name: "chowk_jobs",
    help: "Jobs in the queue by state.",
    // One queue, which every process reports.
    aggregator: "max",
    labelNames: ["state"],
    registers,
    async collect() {
      for (const [state, count] of Object.entries(await sources.jobs())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: "chowk_jobs_oldest_due_seconds",
    help: "How long the oldest due job has waited.",
    aggregator: "max",
    registers,
    async collect() {
      this.set(await sources.oldestDueJob());
    },
  });
}

function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
