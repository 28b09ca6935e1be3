/** Starts the sandbox's Stripe: its state, clock, webhooks and HTTP server. */

import { registerControls } from '#stripe/control/controls.ts';
import { ALL_ROUTES } from '#stripe/routes/all-routes.ts';
import { Clocks } from '#stripe/state/clocks.ts';
import { Idempotency } from '#stripe/state/idempotency.ts';
import { Journal } from '#stripe/state/journal.ts';
import { Outage } from '#stripe/state/outage.ts';
import type { StripeSettings } from '#stripe/state/settings.ts';
import { Store } from '#stripe/state/store.ts';
import { Webhooks } from '#stripe/state/webhooks.ts';
import type { World } from '#stripe/state/world.ts';
import { runDue } from '#stripe/subscriptions/advance.ts';
import { createServer } from './server.ts';
import type { StripeParts } from './stripe-parts.ts';

const TICK_MS = 1000;

export interface RunningStripe {
  /** For example `http://localhost:3002`. */
  readonly origin: string;
  readonly port: number;
  readonly world: World;
  close(): Promise<void>;
}

/** Rejects when the port is in use. */
export async function startStripe(settings: StripeSettings, parts: StripeParts = {}): Promise<RunningStripe> {
  const nowMs = parts.nowMs ?? Date.now;
  const journal = settings.dataFile === null ? null : new Journal(settings.dataFile);
  const store = new Store((change) => journal?.note(change));
  store.restore(journal?.read() ?? []);
  const clocks = new Clocks(nowMs, store);
  const flush = () => journal?.flush();
  const endpoint = settings.webhook;
  const webhooks = new Webhooks({
    store,
    endpoint,
    nowMs,
    retryMs: parts.webhookRetryMs,
    onProgress: flush,
  });
  const request = { id: null, idempotency_key: null };
  const world: World = { settings, store, clocks, webhooks, outage: new Outage(), origin: '', request };
  const idempotency = new Idempotency(store, nowMs);
  idempotency.forgetOld();
  const app = createServer({ world, idempotency, onDone: flush }, ALL_ROUTES);
  registerControls(app, world, flush);
  await parts.pages?.(app, world);
  await app.listen({ port: settings.port, host: settings.host });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  world.origin = `http://${new URL(settings.publicOrigin).hostname}:${port}`;
  // Not before the port is ours: a second start must not replace the journal of the first
  journal?.open(store.snapshot());
  webhooks.resume();
  const timer = setInterval(() => {
    runDue(world);
    flush();
  }, TICK_MS);
  timer.unref();
  return {
    origin: world.origin,
    port,
    world,
    async close() {
      clearInterval(timer);
      webhooks.close();
      await app.close();
      journal?.close();
    },
  };
}
