/** Lines of connected accounts: who views what, and when a line or a session of it ends. */

import { TIER_RULES, unlicensedAccess } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InstrumentView } from '#live/views/instrument-view.ts';
import type { FeedViews } from '#live/views/view-resolver.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { Entitlement } from '#ports/entitlements.ts';
import { AccountTape } from '#testing/account-tape.ts';
import { quotes } from '#testing/tape-feed.ts';
import { RunningAccountFeedLines } from './account-feed-lines.ts';

const START = Date.UTC(2026, 10, 20, 16);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const platform: FeedViews = {
  instrumentIds: [1],
  view: () => undefined,
  peek: () => undefined,
  present: () => ({ source: 'simulated', asOfMs: START }),
  waitingWindow: () => undefined,
  recentWindow: () => undefined,
  minuteBars: async () => [],
  flowSpans: async () => [],
  contractOf: () => null,
};

const basic = (userId: string): Entitlement => ({
  ...{
    userId,
    tier: 'basic',
    rules: TIER_RULES.basic,
    activeInstrumentIds: [1],
    watchlistIds: [],
    channel: 'screen' as const,
  },
  access: () => unlicensedAccess(TIER_RULES.basic.delaySeconds),
});

function makeLines() {
  const off = new Set<string>();
  const listeners = new Set<() => void>();
  const changed: string[] = [];
  const visible: { view: InstrumentView; update: InstrumentUpdate }[] = [];
  const faults: unknown[] = [];
  const followed = { isSo: false };
  const lines = new RunningAccountFeedLines({
    platform,
    controls: {
      isOff: (kind, key) => off.has(`${kind} ${key}`),
      onChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    markets: null,
    recordings: null,
    log: { info: () => undefined, warn: () => undefined, error: (fields) => faults.push(fields) },
    monotonicMs: () => Date.now(),
    onVisible: (_userId, view, update) => visible.push({ view, update }),
    isFollowed: () => followed.isSo,
    onSourceChange: (userId) => changed.push(userId),
  });
  const viewSourceOf = (userId: string) => lines.viewResolver.resolve({ userId }, basic(userId));
  return { lines, off, listeners, changed, visible, faults, followed, viewSourceOf };
}

const ignore = (): undefined => undefined;
const openTape = (run = 'account') => new AccountTape({ nowMs: START, run });

test('the owner sees their own line without delay; nobody else does, nor an administrator as them', async () => {
  const { lines, viewSourceOf, changed } = makeLines();
  await lines.open('jane', openTape(), ignore);
  expect(changed).toEqual(['jane']);
  expect(viewSourceOf('jane').isAccountFeed).toBe(true);
  expect(viewSourceOf('jane').access(1).delaySeconds).toBe(0);
  expect(viewSourceOf('jane').views.present(0).source).toBe('rithmic');
  const admin = { userId: 'jane', view: { administratorId: 'root' } };
  for (const viewSource of [viewSourceOf('joe'), lines.viewResolver.resolve(admin, basic('jane'))]) {
    expect(viewSource).toMatchObject({ isAccountFeed: false, views: platform });
    expect(viewSource.access(1).delaySeconds).toBe(900);
  }
  expect(
    lines.viewResolver
      .resolveAll({ userId: 'jane' }, basic('jane'))
      .map(({ isAccountFeed }) => isAccountFeed),
  ).toEqual([true, false]);
  expect(
    lines.viewResolver.resolveAll(admin, basic('jane')).map(({ isAccountFeed }) => isAccountFeed),
  ).toEqual([false]);
  await lines.shutDown();
});

test('a newer feed replaces the previous one, which is closed', async () => {
  const { lines, changed, viewSourceOf } = makeLines();
  const [first, second] = [openTape('first'), openTape('second')];
  await lines.open('jane', first, ignore);
  const before = viewSourceOf('jane').line;
  await lines.open('jane', second, ignore);
  expect([first.isClosed, second.isClosed, lines.size]).toEqual([true, false, 1]);
  expect(viewSourceOf('jane').line).not.toBe(before);
  await lines.close('jane');
  await lines.close('jane');
  expect([second.isClosed, lines.size]).toEqual([true, 0]);
  expect(changed).toEqual(['jane', 'jane', 'jane']);
  expect(viewSourceOf('jane').isAccountFeed).toBe(false);
});

test('a feed that arrives after the end is closed at once, and one that does not close blocks nothing', async () => {
  const { lines, faults, viewSourceOf } = makeLines();
  const stubborn = openTape();
  stubborn.close = () => Promise.reject(new Error('gateway is gone'));
  await lines.open('jane', stubborn, ignore);
  await lines.shutDown();
  expect(faults).toHaveLength(1);
  const late = openTape();
  await lines.open('jane', late, ignore);
  expect([late.isClosed, viewSourceOf('jane').isAccountFeed]).toEqual([true, false]);
});

test('T02 frames of two owners are never shared: no view of one has the key of a view of another', async () => {
  const { lines, viewSourceOf } = makeLines();
  await lines.open('jane', openTape(), ignore);
  await lines.open('joe', openTape(), ignore);
  const keys = ['jane', 'joe'].map((userId) => viewSourceOf(userId).views.view(1, 0)?.key);
  expect(new Set([...keys, 'platform:1:0', undefined]).size).toBe(4);
  expect(viewSourceOf('jane').views.view(1, 900)).toBeUndefined();
  await lines.shutDown();
});

test('a session starts with its first viewer, and ends fifteen minutes after the last viewer or follower', async () => {
  const { lines, viewSourceOf, followed } = makeLines();
  const feed = openTape();
  await lines.open('jane', feed, ignore);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(feed.isOpen(1)).toBe(false);
  const first = viewSourceOf('jane').views.view(1, 0);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(feed.isOpen(1)).toBe(true);
  followed.isSo = true;
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  expect(feed.isOpen(1)).toBe(true);
  followed.isSo = false;
  await vi.advanceTimersByTimeAsync(14 * MINUTE_MS);
  expect([feed.isOpen(1), viewSourceOf('jane').views.peek(1, 0) === first]).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(14 * MINUTE_MS);
  expect(feed.isOpen(1)).toBe(true);
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect([feed.isOpen(1), viewSourceOf('jane').views.peek(1, 0)]).toEqual([false, undefined]);
  expect(viewSourceOf('jane').views.view(1, 0)).not.toBe(first);
  await vi.advanceTimersByTimeAsync(100);
  expect(feed.isOpen(1)).toBe(true);
  await lines.shutDown();
});

test('an operator who switches the feed off halts every account feed, and nothing more becomes visible', async () => {
  const { lines, off, listeners, viewSourceOf, visible } = makeLines();
  const feed = openTape();
  await lines.open('jane', feed, ignore);
  const view = viewSourceOf('jane').views.view(1, 0);
  await vi.advanceTimersByTimeAsync(100);
  feed.push(1, START, quotes(20_000, 1, null));
  await vi.advanceTimersByTimeAsync(200);
  expect(view?.orderBook()).toHaveLength(2);
  off.add('feed rithmic');
  for (const listener of listeners) listener();
  feed.presentMs += 1000;
  feed.push(1, START + 1000, quotes(20_100, 3, 1));
  await vi.advanceTimersByTimeAsync(200);
  expect(view?.status().state).toBe('halted');
  expect(view?.orderBook().map(({ price }) => price)).toEqual(['4999.75', '5000.25']);
  expect(visible.every((seen) => seen.view === view)).toBe(true);
  await lines.shutDown();
  expect(listeners.size).toBe(0);
});

test('a book that was rebuilt after a gap is reported to its owner alone, with the time it had no data', async () => {
  const { lines, viewSourceOf } = makeLines();
  const feeds = { jane: openTape('a'), joe: openTape('b') };
  const resyncs = { jane: [] as number[], joe: [] as number[] };
  for (const name of ['jane', 'joe'] as const) {
    await lines.open(name, feeds[name], (withoutDataMs) => resyncs[name].push(withoutDataMs));
    viewSourceOf(name).views.view(1, 0);
  }
  await vi.advanceTimersByTimeAsync(100);
  for (const feed of Object.values(feeds)) feed.push(1, START, quotes(20_000, 1, null));
  expect(resyncs).toEqual({ jane: [], joe: [] });
  const { jane } = feeds;
  jane.presentMs += 62_000;
  jane.reconnect(1);
  jane.presentMs += 400;
  jane.pushSnapshot(1, jane.presentMs, quotes(20_010, 5, null));
  jane.push(1, jane.presentMs, quotes(20_010, 7, null));
  await vi.advanceTimersByTimeAsync(200);
  expect(resyncs).toEqual({ jane: [62_400], joe: [] });
  await lines.shutDown();
});

test('the number of unrecognised messages is part of the feed status once there are some', async () => {
  const { lines, viewSourceOf } = makeLines();
  const feed = openTape();
  await lines.open('jane', feed, ignore);
  const view = viewSourceOf('jane').views.view(1, 0);
  await vi.advanceTimersByTimeAsync(100);
  feed.push(1, START, quotes(20_000, 1, null));
  await vi.advanceTimersByTimeAsync(200);
  expect(view?.status()).not.toHaveProperty('messagesNotUnderstood');
  feed.messagesNotUnderstood = 12;
  feed.presentMs += 2000;
  feed.push(1, feed.presentMs, quotes(20_001, 3, 1));
  await vi.advanceTimersByTimeAsync(2000);
  expect(view?.status()).toMatchObject({ messagesNotUnderstood: 12 });
  await lines.shutDown();
});

test('when another contract becomes the front month, view and history of the previous one are gone', async () => {
  const { lines, viewSourceOf, changed } = makeLines();
  const tape = openTape();
  await lines.open('jane', tape, ignore);
  const { views } = viewSourceOf('jane');
  const before = views.view(1, 0);
  await vi.waitFor(() => expect(tape.isOpen(1)).toBe(true));
  tape.roll(1);
  expect(changed).toEqual(['jane', 'jane']);
  expect(tape.isOpen(1)).toBe(false);
  expect(views.peek(1, 0)).toBeUndefined();
  const after = views.view(1, 0);
  expect(after).not.toBe(before);
  await vi.waitFor(() => expect(tape.isOpen(1)).toBe(true));
  await lines.shutDown();
});

test('a session that is still starting when its contract changes starts again', async () => {
  const { lines, viewSourceOf } = makeLines();
  const tape = openTape();
  await lines.open('jane', tape, ignore);
  const { views } = viewSourceOf('jane');
  let reads = 0;
  let respond = (): void => undefined;
  const responded = new Promise<void>((resolve) => {
    respond = resolve;
  });
  tape.minuteBars = async () => {
    reads += 1;
    await responded;
    return [];
  };
  views.view(1, 0);
  await vi.waitFor(() => expect(reads).toBe(1));
  tape.roll(1);
  respond();
  views.view(1, 0);
  await vi.waitFor(() => expect(tape.isOpen(1)).toBe(true));
  // The history of the previous contract is not what the session begins with
  expect(reads).toBe(2);
  await lines.shutDown();
});
