/** What browsers see of the sandbox's Stripe: the script, its frames, the bank, invoices and the portal. */
import type { FastifyInstance } from 'fastify';
import type { World } from '#stripe/state/world.ts';
import { registerBank } from './bank-routes.ts';
import { browserScript, type ScriptName } from './browser-scripts.ts';
import { apiPage, cardPage } from './card-page.ts';
import { frontApi } from './front-api.ts';
import { registerInvoices } from './invoice-routes.ts';
import { parentsOf, sendPage } from './page-responses.ts';
import { registerPortal } from './portal-routes.ts';

/** Addresses of the scripts; the first two are those of the real one. */
const SCRIPTS: readonly (readonly [path: string, name: ScriptName])[] = [
  ['/endive/stripe.js', 'stripe'],
  ['/v3/', 'stripe'],
  ['/frames/card.js', 'card'],
  ['/frames/api.js', 'api'],
  ['/frames/bank.js', 'bank'],
  ['/frames/host.js', 'host'],
];

/** Adds everything to the server of the API; the API is called inside the process. */
export function registerStripeFront(app: FastifyInstance, world: World): void {
  for (const [path, name] of SCRIPTS) {
    const source = browserScript(name);
    app.get(path, (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
        .type('text/javascript; charset=utf-8')
        .send(source),
    );
  }
  app.get('/frames/card', (_request, reply) => sendPage(reply, cardPage(parentsOf(world))));
  app.get('/frames/api', (_request, reply) => sendPage(reply, apiPage(parentsOf(world))));
  const api = frontApi(app, world.settings.secretKey);
  registerBank(app, world, api);
  registerInvoices(app, world, api);
  registerPortal(app, world, api);
}
