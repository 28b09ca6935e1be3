/** Signals of a view: newest first, one of each id, counted once a day. */
import { CME_CALENDAR, FLOW_EVENT_TYPES, type FlowEvent, type FlowEventType } from '@undertow/market';
import { expect, test } from 'vitest';
import { makeEvent } from '#testing/views.ts';
import { SignalLog } from './signal-log.ts';

const T = Date.UTC(2026, 10, 20, 16);
const makeLog = () =>
  new SignalLog<FlowEventType, FlowEvent>(FLOW_EVENT_TYPES, (timeMs) => CME_CALENDAR.tradingDayOf(timeMs));
const ns = (timeMs: number) => BigInt(timeMs) * 1_000_000n;

test('events are listed newest first and an update replaces its event', () => {
  const log = makeLog();
  for (const [n, id] of ['a', 'b', 'c'].entries()) log.put(makeEvent(id, T + n));
  log.put(makeEvent('a', T, { size: 99, updatedNs: ns(T + 50) }));
  expect(log.list(['iceberg'], null).map(({ id, size }) => [id, size])).toEqual([
    ['c', 45],
    ['b', 45],
    ['a', 99],
  ]);
});

test('an older state never replaces a newer one', () => {
  const log = makeLog();
  log.put(makeEvent('a', T, { size: 99, updatedNs: ns(T + 50) }));
  log.put(makeEvent('a', T));
  expect(log.list(['iceberg'], null)).toMatchObject([{ size: 99 }]);
});

test('only the requested types are listed, and with an instant only what has not expired', () => {
  const log = makeLog();
  log.put(makeEvent('a', T));
  log.put(makeEvent('s', T, { type: 'stop_run', expiresNs: ns(T + 10) }));
  expect(log.list(['stop_run'], null).map(({ id }) => id)).toEqual(['s']);
  expect(log.list(['iceberg', 'stop_run'], T + 10).map(({ id }) => id)).toEqual(['a']);
});

test('an event counts once for its trading day, a degraded one not at all', () => {
  const log = makeLog();
  log.put(makeEvent('a', T));
  log.put(makeEvent('a', T, { updatedNs: ns(T + 5) }));
  log.put(makeEvent('d', T, { degraded: true }));
  expect(log.counts('2026-11-20').get('iceberg')).toBe(1);
  expect(log.counts('2026-11-23').get('iceberg')).toBe(0);
});

test('the trading day that opens at 17:00 in Chicago resets the counts', () => {
  const log = makeLog();
  log.put(makeEvent('a', T));
  log.put(makeEvent('m', Date.UTC(2026, 10, 22, 23, 1)));
  expect(log.counts('2026-11-23').get('iceberg')).toBe(1);
  expect(log.counts('2026-11-20').get('iceberg')).toBe(0);
});

test('a flood of one type is bounded and leaves the others', () => {
  const log = makeLog();
  log.put(makeEvent('s', T, { type: 'stop_run' }));
  for (let n = 0; n < 1000; n += 1) log.put(makeEvent(`i${n}`, T + n));
  expect(log.list(['iceberg'], null)).toHaveLength(200);
  expect(log.list(['stop_run'], null)).toHaveLength(1);
  expect(log.counts('2026-11-20').get('iceberg')).toBe(1000);
});
