/** The drain before the server stops listening: it reports not ready, and still answers every request. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface Drain {
  /** True once a shutdown was requested. */
  readonly isDraining: () => boolean;
  /** Begins, and waits so that a proxy can switch over. */
  begin(waitMs: number): Promise<void>;
}

/** During the drain every response closes its connection: an idle one could close under a request. */
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
