/** Liveness, readiness and measures for whoever runs the server. */
import type { FastifyInstance } from 'fastify';

interface HealthParts {
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
  /** Lines of measures in the Prometheus text format. */
  readonly measures: () => string;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

export function bindHealthRoutes(app: FastifyInstance, { ping, measures }: HealthParts): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ ok: true }));

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    try {
      await ping();
      return { ok: true };
    } catch (error) {
      app.log.error({ err: error }, 'not ready');
      return reply.code(503).send({ ok: false });
    }
  });

  app.get('/metrics', { schema: { hide: true } }, (request, reply) => {
    // The address of the connection itself: a forwarding header must not open this, and a proxy beside us forwards others
    const { forwarded, 'x-forwarded-for': forwardedFor } = request.headers;
    const isForwarded = forwarded !== undefined || forwardedFor !== undefined;
    if (isForwarded || !LOOPBACK.has(request.socket.remoteAddress ?? '')) return reply.callNotFound();
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(measures());
  });
}
