import type { FastifyInstance } from "fastify";

export interface HealthChecks {
  /** The URLs of the two checks. */
  paths: { health: string; ready: string };
  /** Resolves if the database answers and has every migration; rejects otherwise. */
  checkDatabase(): Promise<void>;
  /** Resolves if no job has been due for too long; rejects otherwise. Asked with `?jobs`. */
  checkJobs(): Promise<void>;
  /** Timeout (ms) of the database check. Default 1,000. */
  withinMs?: number;
}

/** Answers liveness and readiness checks. Neither reveals more than yes or no. */
export function answerHealth(app: FastifyInstance, checks: HealthChecks): void {
  const { paths, withinMs = 1000 } = checks;
  const headers = { "cache-control": "no-store" };
  app.get(paths.health, (_, reply) => reply.headers(headers).send({ status: "ok" }));
  app.get<{ Querystring: { jobs?: unknown } }>(paths.ready, async (request, reply) => {
    const { jobs } = request.query;
    const all = async () => {
      await checks.checkDatabase();
      if (jobs !== undefined) await checks.checkJobs();
    };
    const ready = await within(all(), withinMs);
    return reply
      .code(ready ? 200 : 503)
      .headers(headers)
      .send({ status: ready ? "ok" : "unavailable" });
  });
}

async function within(check: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const answered = check.then(
    () => true,
    () => false,
  );
  const ready = await Promise.race([answered, late]);
  clearTimeout(timer);
  return ready;
}
