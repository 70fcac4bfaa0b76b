import type { FastifyInstance } from "fastify";
import { findMessage } from "#shop/contact/messages/contact-messages.ts";
import type { ShopServices } from "../shop-services.ts";
import { savedAs } from "./content-disposition.ts";

/** Serves the files of contact messages, as downloads only, to people with a signed link that has not expired. */
export function messageFiles(
  app: FastifyInstance,
  pattern: string,
  { db, attachments, signatures, clock }: Pick<ShopServices, "db" | "attachments" | "signatures" | "clock">,
): void {
  app.get<{ Params: { id: string; position: string }; Querystring: Record<string, unknown> }>(
    pattern,
    async ({ params, query }, reply) => {
      const [id, position, expires] = [params.id, params.position, query.expires].map(Number) as [
        number,
        number,
        number,
      ];
      const isSigned = signatures.verify(String(query.signature), "message file", id, position, expires);
      if (!isSigned || expires * 1000 < clock.now().getTime()) return reply.callNotFound();
      const file = (await findMessage(db, id))?.files.find((one) => one.position === position);
      const opened = file && (await attachments.get(file.key));
      if (!file || !opened) return reply.callNotFound();
      return reply
        .headers({
          "cache-control": "private, no-store",
          "content-disposition": savedAs(file.name),
          "content-length": opened.length,
          "content-security-policy": "sandbox; default-src 'none'",
          "x-content-type-options": "nosniff",
          "x-robots-tag": "noindex",
        })
        .type(file.mediaType)
        .send(opened.stream);
    },
  );
}
