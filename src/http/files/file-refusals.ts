import type { FastifyError, FastifyInstance } from "fastify";

/**
 * Maps rejections of the static file sender: a path with dots, a folder or an escape that leads outside becomes 404;
 * unsatisfiable ranges and conditions are answered as such (RFC 9110 15.5.13, 15.5.17).
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
