/** Routes of machines that sign what they send: the handler gets the raw bytes. */
import type { RouteContract, RouteResponse } from '@undertow/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface WebhookCall {
  /** The body, not parsed: the signature is over these bytes. */
  readonly rawBody: Buffer;
  readonly request: FastifyRequest;
}

/** In a plugin scope of its own, where JSON is not parsed. `schema` is the contract's without its body. */
export function bindWebhook<R extends RouteContract>(
  app: FastifyInstance,
  contract: R,
  schema: Readonly<Record<string, unknown>>,
  handle: (call: WebhookCall) => Promise<RouteResponse<R>>,
): void {
  app.register((scope, _options, registered) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body);
    });
    scope.route({
      method: contract.method,
      url: contract.path,
      schema,
      bodyLimit: contract.mostBytes,
      config: { access: 'webhook', contractId: contract.id },
      async handler(request, reply) {
        reply.header('cache-control', 'no-store');
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        return reply.code(contract.status).send(await handle({ rawBody, request }));
      },
    });
    registered();
  });
}
