import type { FastifyInstance } from "fastify";
import { routes } from "#routes";
import { robotsFile } from "./robots.ts";
import { answerSiteFile, type SiteFile, type SiteFileRequest, type SiteFileServices } from "./site-file.ts";

/** The files that no shopper reads: for search engines, feed readers and browsers. */
export function siteFiles(app: FastifyInstance, services: SiteFileServices): void {
  const file = (path: string, make: (given: SiteFileRequest) => SiteFile | Promise<SiteFile>) =>
    app.get(path, (request, reply) => answerSiteFile(services, request, reply, make));
  file(routes.robots(), robotsFile);
}
