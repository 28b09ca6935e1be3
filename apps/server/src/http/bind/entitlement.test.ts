/** The one gate: what each tier may see of the lists of a user, and that it follows every change and instant. */
import { type LicenceTerm, TIER_RULES, type Tier } from '@undertow/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import type { CurrentTier } from '#ports/accounts.ts';
import { createEntitlements, entitlementOf, requireInstrument, withinLimit } from './entitlement.ts';

const T = Date.UTC(2026, 10, 20, 16) + 0.25;
const rows = (...ids: readonly number[]) =>
  ids.map((instrumentId) => ({ id: `row-${instrumentId}`, instrumentId }));

/** Lists of one user whose reads are counted. */
function openGate(current: () => CurrentTier | Promise<CurrentTier>) {
  const clock = { ms: T };
  const reads: number[] = [];
  const chosen = { instruments: rows(1, 2), watched: [3, 4] as readonly number[] };
  const listeners = new Set<() => void>();
  const licences = {
    terms: null as readonly LicenceTerm[] | null,
    on(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(terms: readonly LicenceTerm[] | null) {
      licences.terms = terms;
      for (const listener of listeners) listener();
    },
  };
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const gate = createEntitlements({
    tiers: {
      current: async (_userId: string, nowMs: number) => {
        reads.push(nowMs);
        return current();
      },
    } as never,
    userInstruments: { list: async () => chosen.instruments } as never,
    watchlist: { list: async () => chosen.watched } as never,
    controls: { licenceTerms: () => licences.terms, onChange: (listener) => licences.on(listener) },
    bus,
    clock: { nowMs: () => clock.ms as never },
  });
  return { gate, clock, bus, chosen, reads, licences };
}

test.each([
  ['free', [], []],
  ['basic', [9], [1, 2, 3, 4, 5]],
  ['pro', [9, 8, 7], [1, 2, 3, 4, 5, 6]],
  ['elite', [9, 8, 7, 6], [1, 2, 3, 4, 5, 6]],
] as const)('%s has its oldest instruments up to the limit, in their order', (tier, active, watched) => {
  const lists = { instruments: rows(9, 8, 7, 6), watched: [1, 2, 3, 4, 5, 6] };
  expect(entitlementOf('u', tier, lists, null)).toMatchObject({
    userId: 'u',
    tier,
    rules: TIER_RULES[tier],
    activeInstrumentIds: active,
    watchlistIds: watched,
  });
});

test('no limit keeps everything, a limit of none keeps nothing', () => {
  expect([
    withinLimit([1, 2], -1),
    withinLimit([1, 2], 0),
    withinLimit([1, 2], 1),
    withinLimit([1], 5),
  ]).toEqual([[1, 2], [], [1], [1]]);
});

test('what a tier may see, every higher tier may see too', () => {
  const order: readonly Tier[] = ['free', 'basic', 'pro', 'elite'];
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(99), { maxLength: 30 }),
      fc.uniqueArray(fc.nat(99), { maxLength: 30 }),
      (ids, watched) => {
        const seen = order.map((tier) =>
          entitlementOf('u', tier, { instruments: rows(...ids), watched }, null),
        );
        for (const [at, lower] of seen.entries())
          for (const higher of seen.slice(at)) {
            expect(higher.activeInstrumentIds).toEqual(
              expect.arrayContaining([...lower.activeInstrumentIds]),
            );
            expect(higher.watchlistIds).toEqual(expect.arrayContaining([...lower.watchlistIds]));
          }
      },
    ),
  );
});

test('an instrument that is not active is refused, a watched one too', () => {
  const entitlement = entitlementOf('u', 'basic', { instruments: rows(1, 2), watched: [3] }, null);
  expect(() => requireInstrument(entitlement, 1)).not.toThrow();
  for (const id of [2, 3, 4])
    expect(() => requireInstrument(entitlement, id)).toThrow(
      expect.objectContaining({ code: 'INSTRUMENT_NOT_ENTITLED' }),
    );
});

test('it is read once for many requests, also for those that come while it is read', async () => {
  const { gate, reads } = openGate(() => ({ tier: 'pro', untilMs: null }));
  const both = await Promise.all([gate.of('u'), gate.of('u')]);
  expect(both[0]).toBe(both[1]);
  expect(await gate.of('u')).toBe(both[0]);
  expect(reads).toEqual([T]);
});

test('users do not share an entitlement', async () => {
  const { gate } = openGate(() => ({ tier: 'pro', untilMs: null }));
  expect([(await gate.of('one')).userId, (await gate.of('other')).userId]).toEqual(['one', 'other']);
});

test('a change of the user is seen by the next request, a change of another user reads nothing', async () => {
  const { gate, bus, chosen, reads } = openGate(() => ({ tier: 'pro', untilMs: null }));
  await gate.of('u');
  chosen.instruments = rows(7);
  bus.publish('userChanged', { userId: 'other' });
  expect((await gate.of('u')).activeInstrumentIds).toEqual([1, 2]);
  bus.publish('userChanged', { userId: 'u' });
  expect((await gate.of('u')).activeInstrumentIds).toEqual([7]);
  expect(reads.length).toBe(2);
});

test('a tier that ends by itself ends at its instant, not a fraction of a millisecond later', async () => {
  let tier: CurrentTier = { tier: 'pro', untilMs: T + 1000 };
  const { gate, clock } = openGate(() => tier);
  expect((await gate.of('u')).tier).toBe('pro');
  tier = { tier: 'free', untilMs: null };
  clock.ms = T + 999.99;
  expect((await gate.of('u')).tier).toBe('pro');
  clock.ms = T + 1000;
  expect((await gate.of('u')).tier).toBe('free');
});

test('a read that failed fails its request, and the next one reads again', async () => {
  let isDown = true;
  const { gate, reads } = openGate(() => {
    if (isDown) throw new Error('the database is gone');
    return { tier: 'basic', untilMs: null };
  });
  await expect(gate.of('u')).rejects.toThrow('the database is gone');
  isDown = false;
  expect((await gate.of('u')).tier).toBe('basic');
  expect(reads.length).toBe(2);
});

test('a change while it is read makes the next request read again', async () => {
  const waiting: ((tier: CurrentTier) => void)[] = [];
  const { gate, bus } = openGate(() => new Promise<CurrentTier>((resolve) => waiting.push(resolve)));
  const before = gate.of('u');
  bus.publish('userChanged', { userId: 'u' });
  const after = gate.of('u');
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.({ tier: 'free', untilMs: null });
  waiting[0]?.({ tier: 'elite', untilMs: null });
  expect([(await before).tier, (await after).tier]).toEqual(['elite', 'free']);
  expect((await gate.of('u')).tier).toBe('free');
});

test('a licence that changes is in force with the next look, without a read of its own kind', async () => {
  const { gate, licences } = openGate(() => ({ tier: 'pro', untilMs: null }) as CurrentTier);
  const delayOf = async (): Promise<number> => (await gate.of('u')).access(1).delaySeconds;
  expect(await delayOf()).toBe(0);
  const term = { venue: 'CME' as const, plans: ['pro' as const], channels: ['screen' as const] };
  licences.change([
    { ...term, kind: 'real_time', plans: [], delaySeconds: 0 },
    { ...term, kind: 'delayed', delaySeconds: 600 },
  ]);
  expect(await delayOf()).toBe(600);
  // Of another venue nothing is licensed, and of an unknown product nothing is known
  expect((await gate.of('u')).access(3).withheld('prices')).toBe('CBOT does not license delayed data.');
  expect((await gate.of('u')).access(999).withheld('prices')).toBeNull();
  licences.change(null);
  expect(await delayOf()).toBe(0);
});
