/** Cuts off clients that send a body too slowly: a small one must arrive soon, only a file may take its time. */
import type { FastifyInstance } from 'fastify';

const BODY_TIMEOUT_MS = 30_000;

/** For every request that was matched to a route and has a body; the server's own limit is above it. */
export function registerBodyTimeout(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { raw, method, routeOptions } = request;
    if (method === 'GET' || method === 'HEAD' || routeOptions.config.takesBytes === true) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, BODY_TIMEOUT_MS);
    timer.unref();
    const clear = (): void => clearTimeout(timer);
    raw.once('end', clear);
    raw.once('close', clear);
  });
}
