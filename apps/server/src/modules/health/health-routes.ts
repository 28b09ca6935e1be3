/** Liveness, readiness and metrics for the operator. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSameSecret } from '#crypto/mac.ts';

interface HealthParts {
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
  /** True once the server is stopping. */
  readonly isDraining: () => boolean;
  /** The platform's feed, and its session with the vendor where it keeps one. */
  readonly lineStatus: () => {
    readonly source: string;
    readonly session: { readonly session: string } | null;
    /** False while views are being filled. */
    readonly isReady: boolean;
  };
  /** Measures in the Prometheus text format. */
  readonly readMeasures: () => Promise<string>;
  /** Bearer token for the metrics; null: this machine only. */
  readonly metricsToken: string | null;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

function bears({ headers }: FastifyRequest, token: string): boolean {
  return isSameSecret(headers.authorization ?? '', `Bearer ${token}`);
}

/** The address of the connection itself: a forwarding header must not open this, and a proxy beside us forwards others. */
function isOfThisMachine({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined;
  return !isForwarded && LOOPBACK.has(socket.remoteAddress ?? '');
}

export function bindHealthRoutes(app: FastifyInstance, parts: HealthParts): void {
  const { metricsToken: token } = parts;
  app.get('/healthz', { schema: { hide: true } }, () => ({ ok: true }));

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    if (parts.isDraining()) return reply.code(503).send({ ok: false });
    try {
      await parts.ping();
      const { source, session, isReady } = parts.lineStatus();
      if (!isReady) return reply.code(503).send({ ok: false });
      // A feed that is down makes nobody unready: the past, journals and accounts are served without it
      return { ok: true, feed: { source, session: session?.session ?? null } };
    } catch (error) {
      app.log.error({ err: error }, 'not ready');
      return reply.code(503).send({ ok: false });
    }
  });

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const mayRead = isOfThisMachine(request) || (token !== null && bears(request, token));
    if (!mayRead) return reply.callNotFound();
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await parts.readMeasures());
  });
}
