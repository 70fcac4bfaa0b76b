import type { FastifyReply, FastifyRequest } from "fastify";

/** The most values in a form. The largest of the shop, a cart of 200 lines, has fewer than 300. */
const maxValues = 1000;

/** A `preValidation` hook that refuses a url-encoded form with too many fields or repeated values with 413. */
export function formFieldsHook({ body }: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (typeof body !== "object" || body === null || countValues(body) <= maxValues) return done();
  void reply
    .code(413)
    .header("cache-control", "no-store")
    .type("text/plain; charset=utf-8")
    .send("This form has too many fields.\n");
}

function countValues(body: object): number {
  let count = 0;
  for (const value of Object.values(body)) count += Array.isArray(value) ? value.length : 1;
  return count;
}
