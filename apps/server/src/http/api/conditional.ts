/** Validators of answers: a weak one, because the instant of an answer moves while its data stays. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sets the validator of what is sent; true where the caller has it already. */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, sent: string): boolean {
  const hash = createHash('sha256').update(sent).digest('base64url').slice(0, 22);
  reply.header('etag', `W/"${hash}"`).header('cache-control', 'private, no-cache');
  const known = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim());
  return known.some((one) => one === '*' || one.replace(/^W\//, '') === `"${hash}"`);
}
