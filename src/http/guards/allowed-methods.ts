import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/**
 * Methods that every address takes, whatever its route: pages are read, and calls, page requests and forms without scripts
 * are posted to any page.
 */
const pageMethods: readonly string[] = ["GET", "HEAD", "POST"];

declare module "fastify" {
  interface FastifyInstance {
    /** The methods of each route by its pattern. */
    routeMethods: ReadonlyMap<string, ReadonlySet<string>>;
  }
}

/**
 * Lists the methods of each route as it is registered, and refuses all others with 405, before any hook that acts on a
 * request without a route. Call it before the routes are added.
 */
export function allowMethods(app: FastifyInstance): void {
  const methods = new Map<string, Set<string>>();
  app.decorate("routeMethods", methods);
  app.addHook("onRoute", ({ url, method }) => {
    const known = methods.get(url) ?? new Set(pageMethods);
    for (const one of [method].flat()) known.add(one);
    methods.set(url, known);
  });
  app.addHook("onRequest", (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (!request.is404 || pageMethods.includes(request.method)) return done();
    void reply
      .code(405)
      .headers({ allow: pageMethods.join(", "), "cache-control": "no-store" })
      .type("text/plain; charset=utf-8")
      .send("This method is not allowed here.\n");
  });
}
