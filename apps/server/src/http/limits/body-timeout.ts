/** Cuts off who sends a body too slowly: what is small must arrive soon, only a file may take its time. */
import type { FastifyInstance } from 'fastify';

const BODY_TIMEOUT_MS = 30_000;

/** Of every request that was matched to a route and carries a body; the server's own limit stands above it. */
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
