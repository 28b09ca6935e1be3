/** The trading days of the history: what they count, and who did best by which measure. */
import type { AnalysisSession } from '@undertow/contracts';
import type { TrackRow } from '@undertow/detection';
import { type FlowEvent, HOUR_MS } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp, type TestUser } from '#testing/app.ts';
import { testEvent } from '#testing/event.ts';
import { bestOf, tradingDays } from './analysis-sessions.ts';

const sum = (instrumentId: number, events: number, resolved: number, hits: number) => ({
  ...{ instrumentId, events, resolved, hits },
  confidenceSum: 0,
});

test('the highest hit rate wins, but only of those with ten resolved events', () => {
  expect(bestOf([sum(1, 90, 20, 10), sum(2, 5, 10, 6), sum(3, 50, 9, 9)])).toEqual({
    topPerformingInstrument: 'NQ',
    topPerformingBy: 'hit_rate',
    topPerformingHitRate: 0.6,
    topPerformingCount: 10,
  });
});

test('an instrument whose events missed at least as often as they hit is never the top performing one by hit rate', () => {
  expect(bestOf([sum(1, 20, 11, 0)])).toMatchObject({
    topPerformingBy: 'events',
    topPerformingHitRate: null,
  });
  expect(bestOf([sum(1, 20, 12, 6), sum(2, 5, 10, 6)])).toMatchObject({
    topPerformingInstrument: 'NQ',
    topPerformingHitRate: 0.6,
  });
});

test('trades of a simulated weekend belong to the Friday before it', () => {
  const saturdayMs = Date.UTC(2026, 10, 21, 15);
  const friday = tradingDays('1d', saturdayMs).at(-1);
  expect(friday).toMatchObject({ date: '2026-11-20' });
  expect(friday?.endMs).toBe(Date.UTC(2026, 10, 22, 23));
});

test('without ten resolved events the type with most events is shown, and marked as such', () => {
  expect(bestOf([sum(1, 8, 9, 9), sum(2, 12, 0, 0)])).toEqual({
    topPerformingInstrument: 'NQ',
    topPerformingBy: 'events',
    topPerformingHitRate: null,
    topPerformingCount: 12,
  });
  expect(bestOf([sum(1, 0, 0, 0)])).toMatchObject({ topPerformingInstrument: null, topPerformingBy: null });
});

test('days follow each other without a gap, and the exchange’s weekend has no day', () => {
  const asOfMs = Date.UTC(2026, 10, 23, 15);
  const real = tradingDays('7d', asOfMs);
  expect(real.map(({ date }) => date)).toEqual([
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-23',
  ]);
  for (const [at, day] of real.entries()) expect(day.endMs).toBe(real[at + 1]?.openMs ?? day.endMs);
  expect(tradingDays('1d', asOfMs).map(({ date }) => date)).toEqual(['2026-11-23']);
});

let app: TestApp;
let pro: TestUser;
beforeAll(async () => {
  app = await openTestApp();
  pro = await app.newUser('pro', [1, 2]);
});
afterAll(() => app.close());

const flowEvent = (
  id: string,
  instrumentId: number,
  ageMs: number,
  changes: Partial<FlowEvent> = {},
): FlowEvent => testEvent(id, app.parts.clock.nowMs() - ageMs, { instrumentId, confidence: 0.6, ...changes });

function outcome(id: string, instrumentId: number, ageMs: number, hit: boolean | null): TrackRow[] {
  const atMs = app.parts.clock.nowMs() - ageMs;
  const at = (ms: number) => `${ms}000000`;
  const declared = {
    ...{ rule: 'bounce', direction: 1, targetTicks: 4, adverseTicks: 4, horizonMs: 60_000 },
    probability: 0.6,
  } as const;
  return [
    {
      ...{
        kind: 'raised',
        signalId: id,
        instrumentId,
        atNs: at(atMs),
        type: 'absorption',
        sub: null,
        tier: 'L3',
      },
      ...{ exact: false, confidence: 0.6, score: null, calibrator: 'score', midTicks: 1, declared },
      condition: { hour: 15, volatility: 'low' },
    },
    { kind: 'settled', signalId: id, instrumentId, atNs: at(atMs + 60_000), type: 'absorption', hit },
  ];
}

async function sessionsOf(user: TestUser, timeframe: string): Promise<AnalysisSession[]> {
  const url = `/api/analysis/sessions?timeframe=${timeframe}`;
  return (await app.http.inject({ url, headers: user.headers })).json();
}

test('days count the events of plan and instruments, newest first, and a second request returns the same', async () => {
  const events = [
    ...Array.from({ length: 12 }, (_, n) => flowEvent(`es${n}`, 1, HOUR_MS + n * 60_000)),
    ...Array.from({ length: 15 }, (_, n) =>
      flowEvent(`nq${n}`, 2, HOUR_MS + n * 60_000, { confidence: 0.9 }),
    ),
    flowEvent('degraded', 1, HOUR_MS, { degraded: true }),
    flowEvent('foreign', 3, HOUR_MS),
    flowEvent('before', 1, 72 * HOUR_MS),
  ];
  for (const event of events) await app.saveEvent(event);
  for (let n = 0; n < 12; n += 1) {
    const origin = { source: 'simulated', run: 'test' } as const;
    await app.parts.trackStore.append(
      { ...origin, instrumentId: 1 },
      outcome(`es${n}`, 1, HOUR_MS + n * 60_000, n < 9),
    );
    const hit = n < 3 ? null : n < 9;
    await app.parts.trackStore.append(
      { ...origin, instrumentId: 2 },
      outcome(`nq${n}`, 2, HOUR_MS + n * 60_000, hit),
    );
  }
  const first = await sessionsOf(pro, '7d');
  expect(first).toHaveLength(5);
  expect(first[0]).toEqual({
    date: '2026-11-20',
    totalEvents: 27,
    avgConfidence: expect.closeTo((12 * 0.6 + 15 * 0.9) / 27, 9),
    topPerformingInstrument: 'ES',
    topPerformingBy: 'hit_rate',
    topPerformingHitRate: 0.75,
    topPerformingCount: 12,
  });
  expect(first[3]).toMatchObject({ date: '2026-11-17', totalEvents: 1, topPerformingBy: 'events' });
  expect(first[1]).toMatchObject({ totalEvents: 0, avgConfidence: null, topPerformingInstrument: null });
  expect(await sessionsOf(pro, '7d')).toEqual(first);
});

test('T02 no count reveals to a delayed viewer what happened within their delay', async () => {
  const basic = await app.newUser('basic', [2]);
  const before = (await sessionsOf(basic, '1d'))[0];
  await app.saveEvent(flowEvent('young', 2, 60_000));
  expect((await sessionsOf(basic, '1d'))[0]).toEqual(before);
  app.advance(15 * 60_000);
  expect((await sessionsOf(basic, '1d'))[0]?.totalEvents).toBe((before?.totalEvents ?? 0) + 1);
});

test('a user without an instrument has no days', async () => {
  expect(await sessionsOf(await app.newUser('free'), '7d')).toEqual([]);
});
