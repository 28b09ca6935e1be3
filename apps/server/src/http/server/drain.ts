/** The last seconds before the server stops listening: it says that it is not ready, and still answers everybody. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface Drain {
  /** True once the server was asked to stop. */
  readonly isDraining: () => boolean;
  /** Begins, and waits so that a proxy can look elsewhere. */
  begin(waitMs: number): Promise<void>;
}

/** Once begun, every answer tells its client to leave the connection: an idle one could close under a request. */
export function createDrain(app: FastifyInstance): Drain {
  let draining = false;
  app.addHook('onRequest', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  return {
    isDraining: () => draining,
    async begin(waitMs) {
      draining = true;
      await wait(waitMs);
    },
  };
}
