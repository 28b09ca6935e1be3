/** Alerts while the rows of an instrument come late: from rows through session, recorder, dispatch and outbox. */
import { type Instrument, instrumentBySymbol, SIMULATED_CALENDAR } from '@undertow/market';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import type { AlertOutboxEntry, AlertRule } from '#ports/alerts.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { RecordStore } from '#ports/market-store.ts';
import { makeDispatch } from '#testing/alert-dispatch-rig.ts';
import { T } from '#testing/rule-board.ts';
import { iceberg, print, quotes, TapeFeed, type TapeLine } from '#testing/tape-feed.ts';
import { makeEvent, makeUpdate } from '#testing/views.ts';
import { Recorder } from './record/recorder.ts';
import type { TimeBehind } from './session/history-cuts.ts';
import { InstrumentSession } from './session/instrument-session.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const OPENED = Date.UTC(2026, 10, 20, 16);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** The outbox is read every two seconds. */
const SETTLED_MS = 3000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A store that keeps the outbox as the database does: an entry for the last state that is news, with the last state of its event. */
function storeInto(outbox: AlertOutboxEntry[]): RecordStore {
  const nothing = async (): Promise<void> => undefined;
  return {
    saveEvents: async (_source, _run, events, toNotify) => {
      for (const event of events) {
        const at = outbox.findIndex(({ eventId }) => eventId === event.id);
        const before = outbox[at];
        const updatedMs = Number(event.updatedNs / 1_000_000n);
        if (toNotify?.has(event.id) === true) {
          if (before !== undefined) outbox.splice(at, 1);
          outbox.push({ eventId: event.id, delaySeconds: 0, updatedMs, event });
        } else if (before !== undefined) outbox[at] = { ...before, event };
      }
    },
    ...{ saveBars: nothing, savePatterns: nothing, saveEventWindow: nothing },
  };
}

const ANY_ICEBERG = { coolDownSeconds: 0 };
const CROSSING = {
  coolDownSeconds: 0,
  condition: { kind: 'price_level', test: 'crosses_above', price: '5001.00' },
} as const;

/** One user's rule in front of a session that was opened at `OPENED`. */
async function openMarket(rule: Partial<AlertRule> = ANY_ICEBERG) {
  const feed = new TapeFeed({ nowMs: OPENED });
  const outbox: AlertOutboxEntry[] = [];
  const people = { pro: { tier: 'pro' as const, rules: [rule] } };
  const { dispatch, show, stored } = await makeDispatch({ people, outbox });
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const recorder = new Recorder({
    bus,
    store: storeInto(outbox),
    log: silent,
    feedNowMs: () => feed.presentMs,
    tape: () => undefined,
  });
  const deliver = (update: InstrumentUpdate): void => {
    bus.publish('instrument', update);
    show(update, 0, feed.presentMs);
  };
  const behind: TimeBehind[] = [];
  const session = new InstrumentSession({
    ...{ feed, instrument: ES, calendar: SIMULATED_CALENDAR },
    ...{ storedBars: [], storedEvents: [], resumes: false },
    onUpdate: deliver,
    onMid: () => undefined,
    onDiscontinuity: () => undefined,
    onCaughtUp: (time) => behind.push(time),
    onFault: (error) => {
      throw error;
    },
  });
  session.open();
  /** Rows of an instant, seconds after the opening, that arrive so many seconds late. */
  const at = async (seconds: number, lateSeconds: number, lines: readonly TapeLine[]): Promise<void> => {
    feed.presentMs = OPENED + (seconds + lateSeconds) * 1000;
    feed.push(1, OPENED + seconds * 1000, lines);
    const update = session.collect();
    if (update !== null) deliver(update);
    await vi.advanceTimersByTimeAsync(SETTLED_MS);
  };
  /** Nothing comes until then, and the session notices. */
  const silence = (seconds: number): void => {
    feed.presentMs = OPENED + seconds * 1000;
    const update = session.collect();
    if (update !== null) deliver(update);
  };
  /** Of each alert when it happened and how late it was written, in seconds. */
  const alerts = async () => {
    await Promise.all([recorder.close(), vi.advanceTimersByTimeAsync(SETTLED_MS)]);
    await dispatch.close();
    return [...stored.values()].map(({ eventAtMs, createdAt }) => {
      const atMs = eventAtMs ?? 0;
      return [(atMs - OPENED) / 1000, (Date.parse(createdAt) - atMs) / 1000];
    });
  };
  return { at, silence, alerts, behind, outbox };
}

const WORKING = iceberg(20_000, 3, 10, 6).slice(0, -1);
/** Its order is taken away: it is over. */
const CANCELLED = iceberg(20_000, 3, 10, 6).slice(-1);
const QUIET = (id: number) => quotes(20_000, id, id === 100 ? 1 : id - 10);

describe('an event that comes late', () => {
  test.each([1, 5, 12, 30, 90])('by %i seconds alerts at once, and says when it happened', async (late) => {
    const { at, alerts } = await openMarket();
    await at(0, 0, quotes(20_000, 1, null));
    await at(60, late, WORKING);
    await at(60 + late, 0, QUIET(100));
    await at(181 + late, 0, QUIET(110));
    expect(await alerts()).toEqual([[60, late]]);
  });

  test('and is over as soon as rows come in time again alerts too', async () => {
    const { at, alerts } = await openMarket();
    await at(0, 0, quotes(20_000, 1, null));
    await at(60, 12, WORKING);
    await at(63, 1, CANCELLED);
    await at(66, 7, QUIET(100));
    expect(await alerts()).toEqual([[60, 12]]);
  });

  test('with the rows that end a silence is raised and alerts', async () => {
    const { at, silence, alerts } = await openMarket();
    await at(0, 0, quotes(20_000, 1, null));
    silence(85);
    await at(60, 25, WORKING);
    await at(86, 0, QUIET(100));
    expect(await alerts()).toEqual([[60, 25]]);
  });

  test('alerts a rule that was there when it happened, and none that was made later', async () => {
    const alertsOfRuleMadeAt = async (ms: number) => {
      const { at, alerts } = await openMarket({ ...ANY_ICEBERG, createdAtMs: OPENED + ms });
      await at(0, 0, quotes(20_000, 1, null));
      await at(60, 30, WORKING);
      await at(91, 0, QUIET(100));
      return alerts();
    };
    expect(await alertsOfRuleMadeAt(60_000)).toEqual([[60, 30]]);
    expect(await alertsOfRuleMadeAt(60_001)).toEqual([]);
  });

  test('by more than a quarter of an hour is history', async () => {
    const { at, alerts, behind } = await openMarket();
    await at(0, 0, quotes(20_000, 1, null));
    await at(60, 901, WORKING);
    await at(961, 0, QUIET(100));
    expect(await alerts()).toEqual([]);
    expect(behind).toMatchObject([{ skippedToMs: OPENED + 61_000 }]);
  });

  test('while the first history is caught up with alerts: it happened after the session was opened', async () => {
    const { at, alerts } = await openMarket();
    await at(-60, 80, quotes(20_000, 1, null));
    await at(10, 20, WORKING);
    await at(40, 0, QUIET(100));
    expect(await alerts()).toEqual([[10, 20]]);
  });
});

describe('an event of the history that a session begins with', () => {
  test.each([
    ['expires', 75, QUIET(110)],
    ['is over at once', 1, CANCELLED],
  ])('does not alert when it %s in the present', async (_what, seconds, lines) => {
    const { at, alerts, outbox } = await openMarket();
    await at(-60, 60, quotes(20_000, 1, null));
    await at(-3, 3, WORKING);
    await at(0, 0, QUIET(100));
    await at(seconds, 0, lines);
    await at(seconds + 60, 0, quotes(20_000, 200, null));
    expect(outbox).toEqual([]);
    expect(await alerts()).toEqual([]);
  });
});

test('a price that was crossed in late rows alerts, dated with the crossing', async () => {
  const { at, alerts } = await openMarket(CROSSING);
  await at(0, 0, [...quotes(20_000, 1, null), ...print(20_001, 1)]);
  await at(60, 30, print(20_008, 1));
  await at(91, 0, QUIET(100));
  expect(await alerts()).toEqual([[60, 30]]);
});

test('the time behind is reported once it is over, the first history is not', async () => {
  const { at, alerts, behind } = await openMarket();
  await at(-600, 600, quotes(20_000, 1, null));
  await at(0, 0, QUIET(100));
  expect(behind).toEqual([]);
  await at(60, 12, QUIET(110));
  await at(70, 25, QUIET(120));
  await at(95, 1, QUIET(130));
  await at(160, 5, QUIET(140));
  await alerts();
  expect(behind).toEqual([
    { fromMs: OPENED + 60_000, toMs: OPENED + 95_000, lateMs: 25_000, skippedToMs: null },
  ]);
});

test('an event that the dispatch sees first when it is over is left to the outbox', async () => {
  const outbox: AlertOutboxEntry[] = [];
  const people = { pro: { tier: 'pro' as const } };
  const { dispatch, show, published, settled } = await makeDispatch({ people, outbox });
  const event = makeEvent('e', T, { status: 'failed' });
  outbox.push({ eventId: 'e', delaySeconds: 0, updatedMs: T - 6000, event });
  show(makeUpdate(T, { events: [{ event, change: 'update' }] }));
  await vi.advanceTimersByTimeAsync(2 * SETTLED_MS);
  await dispatch.close();
  expect([published, settled]).toEqual([['pro Iceberg at 5000.00'], ['e']]);
});
