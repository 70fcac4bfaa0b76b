// Answers POST /wp-json/wp/v2/users/{id}: woocommerce_meta[coming_soon_banner_dismissed], for one's own account only.
import type { FastifyInstance } from "fastify";
import { patterns } from "#routes";
import { may } from "#shop/accounts/permissions.rules.ts";
import { isBannerDismissed, setBannerDismissed } from "#shop/accounts/profile/user-meta.ts";
import { displayName } from "#shop/accounts/profile/user-name.rules.ts";
import type { User } from "#shop/accounts/user.ts";
import type { Entrance } from "../../wc-ajax/entrance.ts";
import { type Fields, fieldsOf, textOf } from "../../wc-ajax/fields.ts";
import { restVisitor, sendRestError } from "../rest-visitor.ts";

const field = "coming_soon_banner_dismissed";

const notSignedIn = {
  status: 401,
  code: "rest_user_cannot_edit",
  message: "Sorry, you are not allowed to edit this user.",
};

/** Registers the route. It ignores all other fields, so it cannot set a role, address or password. */
export function userRoute(app: FastifyInstance, entrance: Entrance): void {
  app.post<{ Params: { id: string } }>(patterns.restUser, async (request, reply) => {
    const user = await restVisitor(entrance, request.visit);
    if (user === undefined) return reply;
    if (user === null) return sendRestError(reply, notSignedIn);
    // Another user's id gets the same answer as an unknown one.
    const isOwn = request.params.id === String(user.id) && may(user.role, "change", "own account");
    if (!isOwn) return sendRestError(reply, { ...notSignedIn, status: 403 });
    const dismissed = dismissedOf(fieldsOf(request));
    if (dismissed !== "") await setBannerDismissed(entrance.db, user.id, dismissed === "yes");
    return reply
      .headers({ "cache-control": "no-store", "x-robots-tag": "noindex" })
      .type("application/json; charset=UTF-8")
      .send(JSON.stringify(resourceOf(user, await isBannerDismissed(entrance.db, user.id))));
  });
}

/** Reads the field from a form or from JSON: "yes", "no", or "" for anything else. */
function dismissedOf(fields: Fields): string {
  const { woocommerce_meta: nested } = fields;
  const isNested = typeof nested === "object" && nested !== null;
  const value = isNested ? textOf(nested as Fields, field) : textOf(fields, `woocommerce_meta[${field}]`);
  return value === "yes" || value === "no" ? value : "";
}

function resourceOf(user: User, isDismissed: boolean) {
  const { id, email, firstName, lastName, role, createdAt } = user;
  return {
    id,
    name: `${displayName(user)} ${lastName}`.trim(),
    first_name: firstName,
    last_name: lastName,
    email,
    roles: [role],
    registered_date: createdAt.toISOString(),
    woocommerce_meta: { [field]: isDismissed ? "yes" : "no" },
  };
}
