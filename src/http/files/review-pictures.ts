import type { FastifyInstance } from "fastify";
import { readStored } from "#platform/storage/storage.ts";
import { pictureKind } from "#shop/catalogue/pictures/prepare-picture.ts";
import { findPrivatePicture } from "#shop/reviews/review-pictures.ts";
import type { ShopServices } from "../shop-services.ts";

/** Serves pictures of reviews that wait for approval to people with a signed link that has not expired. */
export function reviewPictures(
  app: FastifyInstance,
  pattern: string,
  { db, attachments, signatures, clock }: Pick<ShopServices, "db" | "attachments" | "signatures" | "clock">,
): void {
  app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    pattern,
    async ({ params, query }, reply) => {
      const [id, expires] = [Number(params.id), Number(query.expires)] as const;
      const isSigned = signatures.verify(String(query.signature), "review picture", id, expires);
      if (!isSigned || expires * 1000 < clock.now().getTime()) return reply.callNotFound();
      const key = await findPrivatePicture(db, id);
      if (key === undefined) return reply.callNotFound();
      const bytes = await readStored(attachments, key);
      return reply
        .headers({
          "cache-control": "private, no-store",
          "content-security-policy": "sandbox; default-src 'none'",
          "x-content-type-options": "nosniff",
          "x-robots-tag": "noindex",
        })
        .type(`image/${pictureKind(bytes) ?? "jpeg"}`)
        .send(bytes);
    },
  );
}
