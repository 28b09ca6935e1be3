/** Controls that only the sandbox has: the clock, outages, bank authentication, disputes. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { confirmPayment, failAuthentication } from '#stripe/invoices/pay-invoice.ts';
import type { PaymentIntent, SetupIntent } from '#stripe/objects/intents.ts';
import { openDispute } from '#stripe/payment/charge-intent.ts';
import { confirmSetup, failSetupAuthentication } from '#stripe/payment/confirm-setup.ts';
import { closeDispute } from '#stripe/refunds/disputes.ts';
import { OUTAGES, type OutageMode, type OutageSetting } from '#stripe/state/outage.ts';
import { plain } from '#stripe/state/render.ts';
import type { World } from '#stripe/state/world.ts';
import { runDue } from '#stripe/subscriptions/advance.ts';
import { invalid, missing } from '#stripe/wire/stripe-error.ts';

function intentOf({ store }: World, clientSecret: string): SetupIntent | PaymentIntent {
  const id = clientSecret.split('_secret_')[0] ?? '';
  const found = store.get('setup_intent', id) ?? store.get('payment_intent', id);
  if (found === undefined || found.client_secret !== clientSecret)
    throw missing('intent', id, 'client_secret');
  return found;
}

function confirmed(world: World, intent: SetupIntent | PaymentIntent): SetupIntent | PaymentIntent {
  const method = world.store.need('payment_method', intent.payment_method ?? '');
  const request = { method, confirmed: true, returnUrl: null, inFrame: true };
  return intent.object === 'setup_intent'
    ? confirmSetup(world, intent, request).intent
    : confirmPayment(world, intent, request).intent;
}

function refused(world: World, intent: SetupIntent | PaymentIntent): SetupIntent | PaymentIntent {
  return intent.object === 'setup_intent'
    ? failSetupAuthentication(world, intent)
    : failAuthentication(world, intent);
}

/** `{client_secret, outcome: 'complete' | 'fail'}`; returns the intent after it. */
function authenticate(world: World, body: Readonly<Record<string, unknown>>): object {
  const intent = intentOf(world, String(body['client_secret'] ?? ''));
  if (intent.status !== 'requires_action') {
    throw invalid(`This intent does not wait for a confirmation: its status is ${intent.status}.`);
  }
  return plain(body['outcome'] === 'complete' ? confirmed(world, intent) : refused(world, intent));
}

type Body = Readonly<Record<string, unknown>>;

/** Bodies of the control surface are JSON. */
function bodyOf(request: FastifyRequest): Body {
  const { body } = request;
  return typeof body === 'object' && body !== null ? (body as Body) : {};
}

function numberOf(body: Body, name: string): number | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid(`${name} must be a number`, name);
  return value;
}

/** `{by}`: seconds forward. */
function moveClock(world: World, body: Body): object {
  const by = numberOf(body, 'by') ?? 0;
  if (by < 0) throw invalid('The clock goes forward only.', 'by');
  world.clocks.move(Math.floor(by));
  // What was due on the way is done at its own instant
  runDue(world);
  return { now: world.clocks.now() };
}

function setOutage(world: World, body: Body): OutageSetting {
  const mode = OUTAGES.find((one) => one === (body['mode'] ?? 'none'));
  if (mode === undefined) throw invalid(`mode must be one of ${OUTAGES.join(', ')}`, 'mode');
  const delayMs = numberOf(body, 'delayMs');
  const status = numberOf(body, 'status');
  const calls = numberOf(body, 'calls');
  return world.outage.set({
    mode: mode satisfies OutageMode,
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(status === undefined ? {} : { status }),
    ...(calls === undefined ? {} : { calls }),
    ...(typeof body['path'] === 'string' ? { path: body['path'] } : {}),
  });
}

function dispute(world: World, body: Body): object {
  if (typeof body['dispute'] === 'string') {
    const found = world.store.get('dispute', body['dispute']);
    if (found === undefined) throw missing('dispute', body['dispute'], 'dispute');
    return plain(closeDispute(world, found, body['outcome'] === 'won' ? 'won' : 'lost'));
  }
  const charge = world.store.get('charge', String(body['charge']));
  if (charge === undefined) throw missing('charge', String(body['charge']), 'charge');
  const reason = typeof body['reason'] === 'string' ? body['reason'] : 'fraudulent';
  return plain(openDispute(world, charge.id, reason));
}

/** `onDone` persists what a control changed. */
export function registerControls(app: FastifyInstance, world: World, onDone: () => void): void {
  const post = (path: string, act: (world: World, body: Body) => object) => {
    app.post(`/sandbox/${path}`, async (request) => {
      const response = act(world, bodyOf(request));
      onDone();
      return response;
    });
  };
  post('clock', moveClock);
  post('outage', setOutage);
  post('dispute', dispute);
  post('authenticate', authenticate);
}
