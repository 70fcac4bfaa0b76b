// The REST API: /wp-json/{route}, also addressed as /?rest_route=/{route}.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { patterns, routes } from "#routes";
import { contactFormRoutes, type FormServices } from "./contact-form-7/contact-forms.ts";
import { restVisitor, sendRestError } from "./rest-visitor.ts";
import { userRoute } from "./wp-v2/users.ts";

const noRoute = {
  status: 404,
  code: "rest_no_route",
  message: "No route matches this URL and method.",
};

/** Registers the routes of the API; call it when the app has its error handler, which they inherit. All other requests below /wp-json/ are answered with `rest_no_route`. */
export async function restDoor(app: FastifyInstance, entrance: FormServices): Promise<void> {
  userRoute(app, entrance);
  contactFormRoutes(app, entrance);
  await app.register(async (scope) => {
    // Unknown routes are 404 for every kind of body, so bodies that no parser reads are ignored.
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    const answer = async ({ visit }: FastifyRequest, reply: FastifyReply) =>
      (await restVisitor(entrance, visit)) === undefined ? reply : sendRestError(reply, noRoute);
    scope.all(routes.restRoot().slice(0, -1), answer);
    scope.all(patterns.restRoute, answer);
  });
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
