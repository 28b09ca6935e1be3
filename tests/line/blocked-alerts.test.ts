/** Twenty-two rules on price, volume and trend with fractional clocks: every alert is stored, and no user's alerts delay another's. */
import type { SessionFacts } from '@undertow/contracts';
import { type EpochMs, MINUTE_MS, type Trend } from '@undertow/market';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { BUILT_IN_RULE } from '@undertow/server/src/alerting/built-in-rule.ts';
import type { AlertRule } from '@undertow/server/src/ports/alerts.ts';
import { RAW_FRACTION_MS } from '@undertow/server/testing/clock.ts';
import {
  hasPostgres,
  openTestDatabase,
  type TestDatabase,
} from '@undertow/server/testing/database/databases.ts';
import { path } from '@undertow/server/testing/rule-board.ts';
import { TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { makeBar, makeEvent, makeUpdate } from '@undertow/server/testing/views.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRig, type Rig, type RigUser } from './line-rig.ts';

const START = Date.UTC(2026, 10, 20, 16);
const given = process.env['DATABASE_URL_TEST'];

const CONDITIONS: readonly AlertRule['condition'][] = [
  ...[1, 2, 3, 4].map((at) => ({ kind: 'price_level', test: 'crosses', price: `500${at}.00` }) as const),
  ...[2, 3, 4, 5].map((multiple) => ({ kind: 'volume', multiple, windowMinutes: 1 }) as const),
  ...[1, 2, 3].map(() => ({ kind: 'trend' as const, to: ['bullish' as const] })),
];

function factsOf(dailyTrend: Trend): SessionFacts {
  const none = { change: null, changePercent: null, vwap: null, pointOfControl: null };
  const prior = {
    priorHigh: null,
    priorLow: null,
    priorSettlement: null,
    settlement: null,
    settlementDay: null,
    changeFrom: null,
    openInterest: null,
  };
  const overnight = { overnightHigh: null, overnightLow: null };
  const opening = { openingRangeHigh: null, openingRangeLow: null };
  const area = { valueAreaHigh: null, valueAreaLow: null };
  return {
    ...{ instrumentId: 1, tradingDay: '2026-11-20', lastPrice: '5000.00', volume: 10, dailyTrend },
    ...{ ...none, ...prior, ...overnight, ...opening, ...area, profile: [] },
  };
}

describe.each([
  { kind: 'embedded', present: true },
  { kind: 'postgres', present: hasPostgres(given) },
] as const)('$kind database', ({ kind, present }) => {
  let database: TestDatabase;
  let rig: Rig;
  let feed: TapeFeed;
  let published: { readonly userId: string; readonly alertType: string }[];
  beforeEach(async () => {
    if (!present) return;
    database = await openTestDatabase(kind, given);
    feed = new TapeFeed({ nowMs: START + RAW_FRACTION_MS });
    rig = await openRig({ feed, database });
    await expect.poll(() => feed.isOpen(1)).toBe(true);
    await rig.pass(200);
    published = [];
    rig.bus.subscribe('alert', ({ userId, alert }) => published.push({ userId, alertType: alert.alertType }));
  }, 60_000);
  afterEach(() => rig?.close());

  async function ruler(conditions: readonly AlertRule['condition'][]): Promise<RigUser> {
    const user = await rig.signIn('elite', [1]);
    for (const rule of await rig.stores.alertRules.list(user.id))
      await rig.stores.alertRules.remove(user.id, rule.id);
    for (const condition of conditions) {
      const rule = { ...BUILT_IN_RULE, condition, instrumentIds: [1], userId: user.id, origin: null };
      await rig.stores.alertRules.add({ ...rule, coolDownSeconds: 0 }, 50, START);
    }
    rig.bus.publish('alertRulesChanged', { userId: user.id });
    return user;
  }

  /** Price, volume and trend at rest, then above every level at once, with an event. */
  function move(asOfMs: EpochMs): void {
    const minuteMs = Math.floor(asOfMs / MINUTE_MS) * MINUTE_MS;
    const closedBars = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((back) =>
      makeBar(minuteMs - back * MINUTE_MS, 19_990),
    );
    const before = { closedBars, formingBar: makeBar(minuteMs, 19_990), traded: path(19_990) };
    const update = (changes: Parameters<typeof makeUpdate>[1]) =>
      rig.bus.publish('instrument', { ...makeUpdate(asOfMs, changes), asOfMs });
    update({ ...before, facts: factsOf('bearish') });
    const events = [{ event: makeEvent('e', Math.floor(asOfMs)), change: 'new' as const }];
    const after = { formingBar: makeBar(minuteMs, 20_040, 100), traded: path(20_040), events };
    update({ ...after, sequence: asOfMs + 1, facts: factsOf('bullish') });
  }

  const storedOf = (user: RigUser) =>
    rowsOf<{ alert_type: string; rows: number }>(
      database.orm,
      sql`SELECT alert_type, count(*)::int AS rows FROM alerts WHERE user_id = ${user.id} GROUP BY 1 ORDER BY 1`,
    );
  const refused = () => rig.stores.alertDeadLetters.list(100);
  const isIdle = () => expect.poll(() => rig.line.status().alerts.waiting).toBe(0);

  test.skipIf(!present)(
    'alerts of each kind are stored, and another user’s alerts are too',
    async () => {
      const [one, two] = [await ruler(CONDITIONS), await ruler(CONDITIONS)];
      const other = await ruler([BUILT_IN_RULE.condition]);
      await expect.poll(() => rig.line.status().alerts.rules).toBe(23);
      move(feed.nowMs());
      await expect.poll(() => published.length).toBe(23);
      for (const user of [one, two])
        expect(await storedOf(user)).toEqual([
          { alert_type: 'price', rows: 4 },
          { alert_type: 'trend', rows: 3 },
          { alert_type: 'volume', rows: 4 },
        ]);
      expect(await storedOf(other)).toEqual([{ alert_type: 'event', rows: 1 }]);
      expect(await refused()).toEqual([]);
    },
    60_000,
  );

  test.skipIf(!present)(
    'when storage refuses all of them, they become dead letters and the other user is alerted no later',
    async () => {
      await ruler(CONDITIONS);
      await ruler(CONDITIONS);
      const other = await ruler([BUILT_IN_RULE.condition]);
      await expect.poll(() => rig.line.status().alerts.rules).toBe(23);
      // A fractional instant, which the types forbid, as an earlier release stored it
      move((START + RAW_FRACTION_MS) as EpochMs);
      await expect.poll(() => published).toEqual([{ userId: other.id, alertType: 'event' }]);
      await expect.poll(async () => (await refused()).length).toBe(22);
      await isIdle();
      expect(new Set((await refused()).map(({ sqlState }) => sqlState))).toEqual(new Set(['22P02']));
    },
    60_000,
  );
});
