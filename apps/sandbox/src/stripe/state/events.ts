/** Events: what happened, with the object at that instant and its previous values. */
import { isDeepStrictEqual } from 'node:util';
import { newEvent, type StripeEvent } from '#stripe/objects/event.ts';
import type { Kind, Kinds } from '#stripe/objects/kinds.ts';
import type { StripeObject } from '#stripe/objects/stripe-object.ts';
import { plain } from './render.ts';
import type { World } from './world.ts';

type Attributes = Readonly<Record<string, unknown>>;

function previousAttributes(before: StripeObject, after: StripeObject): Attributes {
  const changed = Object.entries(plain(before)).filter(
    ([key, value]) => !isDeepStrictEqual(value, after[key]),
  );
  return Object.fromEntries(changed);
}

/** Writes an event and sends it to the webhook. */
export function emit(world: World, type: string, object: StripeObject, before?: StripeObject): StripeEvent {
  const { store, clocks, request, settings } = world;
  const event = newEvent({
    created: clocks.now(),
    type,
    data: {
      object: plain(object),
      ...(before === undefined ? {} : { previous_attributes: previousAttributes(before, object) }),
    },
    pending_webhooks: settings.webhook === null ? 0 : 1,
    request,
  });
  store.put('event', event);
  world.webhooks.send(event);
  return event;
}

/** Replaces an object by a changed one and emits an event; without a type the change is silent. */
export function change<K extends Kind>(
  world: World,
  kind: K,
  before: Kinds[K],
  patch: Partial<Kinds[K]>,
  type: string | null,
): Kinds[K] {
  const after = world.store.put(kind, { ...before, ...patch });
  if (type !== null) emit(world, type, after, before);
  return after;
}

export function create<K extends Kind>(world: World, kind: K, object: Kinds[K], type: string): Kinds[K] {
  world.store.put(kind, object);
  emit(world, type, object);
  return object;
}
