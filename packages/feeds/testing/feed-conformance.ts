/** The tests that every feed passes. A feed's own test file calls `feedConformance` with a way to open it. */
import { FEED_SOURCES, FEED_TIERS } from '@undertow/market';
import { afterEach, describe, expect, test } from 'vitest';
import type { Feed } from '#feed/feed.ts';
import { FeedRecording } from './feed-recording.ts';

export interface ConformanceSubject {
  /** Opens a fresh feed whose instrument shows at least a thousand rows within seconds. */
  readonly open: () => Promise<Feed>;
  /** Instrument to listen to; the feed's first one by default. */
  readonly instrumentId?: number;
}

type Start = () => Promise<FeedRecording>;

const ENOUGH_ROWS = 1000;
const ENOUGH_EVENTS = 50;
const UNKNOWN_ID = 999_999;
/** Rows of one matching event may differ in time by its processing, never by more. */
const OUT_OF_ORDER_MS = 1000;
/** Times are doubles in milliseconds, exact to a quarter of a microsecond. */
const AHEAD_MS = 1;

/** Declares the tests of one feed under its name. */
export function feedConformance(name: string, { open, instrumentId }: ConformanceSubject): void {
  describe(`${name} conforms to what a feed is`, () => {
    const opened: Feed[] = [];
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((feed) => feed.close()));
    });
    const start: Start = async () => {
      const feed = await open();
      opened.push(feed);
      return new FeedRecording(feed, instrumentId ?? feed.instrumentIds[0]!);
    };
    declareIdentityTests(start);
    declareFlowTests(start);
    declareSubscriptionTests(start);
  });
}

function declareIdentityTests(start: Start): void {
  test('it reports source, tier, run, instruments and contract', async () => {
    const { feed } = await start();
    expect(FEED_SOURCES).toContain(feed.source);
    expect(FEED_TIERS).toContain(feed.tier);
    expect(feed.run).not.toBe('');
    expect(feed.instrumentIds.length).toBeGreaterThan(0);
    for (const id of feed.instrumentIds) {
      const contract = feed.contractOf(id);
      expect(contract.instrumentId).toBe(id);
      expect(contract.code).toMatch(/^[A-Z0-9]{1,3}[FGHJKMNQUVXZ]\d{1,2}$/);
      expect(contract.expiry ?? '2000-01-01').toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  test('an instrument outside the feed is refused', async () => {
    const recording = await start();
    expect(() => recording.feed.contractOf(UNKNOWN_ID)).toThrow(RangeError);
    expect(() => recording.feed.open(UNKNOWN_ID, recording.listener())).toThrow(RangeError);
  });
}

function declareFlowTests(start: Start): void {
  test('nothing is called before open returns, and the transport comes up first', async () => {
    const recording = await start();
    recording.listen();
    expect(recording.calls).toEqual([]);
    await recording.rows(1);
    expect(recording.calls[0]).toBe('up');
  });

  test('rows are those of the instrument, in exchange order outside snapshots', async () => {
    const recording = await start();
    recording.listen();
    await recording.rows(ENOUGH_ROWS);
    expect(recording.foreignRows).toBe(0);
    expect(recording.mostBackMs).toBeLessThan(OUT_OF_ORDER_MS);
  });

  test('events end with the LAST flag', async () => {
    const recording = await start();
    recording.listen();
    // Waited for, not counted by rows: an order that sweeps the book is one event of two thousand rows
    await recording.until(() => recording.ends > ENOUGH_EVENTS);
    expect(recording.ends).toBeGreaterThan(ENOUGH_EVENTS);
  });

  test('its present never goes back and rows never come from its future', async () => {
    const recording = await start();
    recording.listen();
    await recording.rows(ENOUGH_ROWS);
    expect(recording.clockWentBack).toBe(0);
    expect(recording.mostAheadMs).toBeLessThanOrEqual(AHEAD_MS);
  });
}

function declareSubscriptionTests(start: Start): void {
  test('a snapshot on request is the book that its rows before had built', async () => {
    const recording = await start();
    const subscription = recording.listen();
    await recording.rows(ENOUGH_ROWS);
    const before = recording.snapshots;
    subscription.requestSnapshot();
    await recording.until(() => recording.snapshots > before);
    expect(recording.rebuilt).toEqual(recording.built);
    expect(recording.strangeSnapshotRows).toBe(0);
    await recording.rows(ENOUGH_ROWS + 50);
    expect(recording.unknownOrders).toBe(0);
  });

  test('an instrument has one listener at a time', async () => {
    const recording = await start();
    const subscription = recording.listen();
    expect(() => recording.listen()).toThrow(/listener/);
    subscription.close();
    expect(() => recording.listen()).not.toThrow();
  });

  test('nothing is called after close', async () => {
    const recording = await start();
    const subscription = recording.listen();
    await recording.rows(1);
    subscription.close();
    const calls = recording.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(recording.calls).toHaveLength(calls);
  });
}
