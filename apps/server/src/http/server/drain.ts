/** The drain before the server stops listening: it reports not ready, and still answers every request. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** During the drain every response closes its connection: an idle one could close under a request. */
export class Drain {
  #isDraining = false;

  constructor(app: FastifyInstance) {
    app.addHook('onRequest', async (_request, reply) => {
      if (this.#isDraining) reply.header('connection', 'close');
    });
  }

  /** True once a shutdown was requested. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Begins, and waits so that a proxy can switch over. */
  async begin(waitMs: number): Promise<void> {
    this.#isDraining = true;
    await wait(waitMs);
  }
}
