import type { FastifyReply, FastifyRequest } from "fastify";
import type { Nonces } from "#http/nonce.ts";
import { restNonceAction } from "#http/nonce-actions.ts";
import { visitorCart } from "#http/visitor-cart.ts";
import { routes } from "#routes";
import { may } from "#shop/accounts/permissions.rules.ts";
import { isBannerDismissed } from "#shop/accounts/profile/user-meta.ts";
import type { Reader } from "./page-view.ts";
import type { PersonalServices } from "./personal-services.ts";

type ReaderServices = Pick<PersonalServices, "db" | "clock" | "site" | "visitors" | "facts" | "cartProducts"> & {
  nonces: Nonces;
};

/**
 * Tells who is signed in, for pages that are made for him alone, and his browser of his cart, which he may have changed in
 * another. Finding him and his cart's lines takes one statement; the banner costs one only where it is wanted.
 */
export function openReaders(services: ReaderServices) {
  const { db, visitors, facts, nonces } = services;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Reader | null> => {
    const lines = await visitors.findLines(request, reply);
    const user = (await visitors.find(request, reply))?.user;
    if (!user) return null;
    if (lines) await visitorCart({ ...services, request, reply, lines });
    const holder = await visitors.nonceHolder(request, reply);
    const isStaff = may(user.role, "see", "office");
    const isReminded = isStaff && (await facts.get()).settings.coming_soon === "yes";
    const seesBanner = isReminded && !(await isBannerDismissed(db, user.id));
    const banner = { restUrl: routes.restUser(user.id), restNonce: nonces.create(restNonceAction, holder) };
    return { user, holder, isStaff, comingSoon: seesBanner ? banner : null };
  };
}
