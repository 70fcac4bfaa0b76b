import type { FastifyError, FastifyInstance } from "fastify";

/**
 * Answers what the sender of files refuses: an address with dots, a folder or an escape that leads out is one that is not
 * there; a range or a condition that no file meets is answered as it is (RFC 9110 15.5.13, 15.5.17).
 */
export function answerRefusals(scope: FastifyInstance): void {
  scope.setErrorHandler<FastifyError>((error, _request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode === 412 || statusCode === 416) return reply.code(statusCode).send();
    if (statusCode >= 500) throw error;
    reply.callNotFound();
    return reply;
  });
}
