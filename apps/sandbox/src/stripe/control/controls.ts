/** Controls that only the sandbox has: the clock, outages, bank authentication, disputes. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openDispute } from '#stripe/payment/charge-intent.ts';
import { closeDispute } from '#stripe/refunds/disputes.ts';
import { OUTAGES, type OutageMode, type OutageSetting } from '#stripe/state/outage.ts';
import { plain } from '#stripe/state/render.ts';
import type { World } from '#stripe/state/world.ts';
import { runDue } from '#stripe/subscriptions/advance.ts';
import { invalid, missing } from '#stripe/wire/stripe-error.ts';
import { authenticate } from './authenticate.ts';

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
      const answer = act(world, bodyOf(request));
      onDone();
      return answer;
    });
  };
  post('clock', moveClock);
  post('outage', setOutage);
  post('dispute', dispute);
  post('authenticate', authenticate);
}
