// The REST API: /wp-json/{route}, also addressed as /?rest_route=/{route}.
import type { FastifyInstance } from "fastify";
import { routes } from "#routes";
import type { ApiServices } from "./api/endpoint.ts";
import { openApi, serveApi } from "./api/serve-api.ts";
import { contactFormRoutes, type FormServices } from "./contact-form-7/contact-forms.ts";
import { loadEmbeds, wpPaths } from "./wp-v2/paths.ts";

/** Registers the routes of the API; call it when the app has its error handler, which they inherit. */
export async function restDoor(app: FastifyInstance, services: FormServices & ApiServices): Promise<void> {
  contactFormRoutes(app, services);
  await app.register(async (scope) => serveApi(scope, openApi(services, wpPaths, loadEmbeds, ["contact-form-7/v1"])));
}

/** Returns the address below /wp-json/ that `/?rest_route=/{route}` stands for; other addresses unchanged. */
export function restAddress(url: string): string {
  const mark = url.indexOf("?");
  if (mark < 0 || url.slice(0, mark) !== routes.home()) return url;
  const query = new URLSearchParams(url.slice(mark + 1));
  const route = query.get("rest_route");
  if (!route) return url;
  query.delete("rest_route");
  const path = route.replace(/^\/+/, "").split("/").map(encodeURIComponent).join("/");
  return `${routes.restRoot()}${path}${query.size > 0 ? `?${query.toString()}` : ""}`;
}
