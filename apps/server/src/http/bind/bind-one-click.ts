/** One-click unsubscribe (RFC 8058): a POST without cookies whose form body adds nothing to the address. */
import type { RouteContract, RouteQuery, RouteResponse } from '@undertow/contracts';
import type { FastifyInstance } from 'fastify';

export interface OneClickCall<R> {
  readonly query: RouteQuery<R>;
}

/** Binds in a plugin scope of its own, where a form is accepted and not read; any other body is refused. */
export function bindOneClick<R extends RouteContract>(
  app: FastifyInstance,
  contract: R,
  schema: Readonly<Record<string, unknown>>,
  handle: (call: OneClickCall<R>) => Promise<RouteResponse<R>>,
): void {
  app.register((scope, _options, registered) => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
      scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, _body, done) =>
        done(null, undefined),
      );
    }
    scope.route({
      method: contract.method,
      url: contract.path,
      schema,
      bodyLimit: contract.mostBytes,
      config: { access: 'public', contractId: contract.id, takesForm: true },
      async handler(request, reply) {
        reply.header('cache-control', 'no-store');
        return reply.code(contract.status).send(await handle({ query: request.query as RouteQuery<R> }));
      },
    });
    registered();
  });
}
