/** The words of a mark's card, and how many events of the bars on screen are not loaded. */
import type { LargestEvents, OrderFlowEventDto, TrackRecord } from '@undertow/contracts';
import { DEFAULT_PREFERENCES } from '@undertow/contracts';
import { byEventType } from '@undertow/market';
import { expect, test } from 'vitest';
import { barWords, holdsOf, partsText, perDayText } from './mark-words.ts';
import { unloadedEvents } from './use-chart-events.ts';

const at = (minute: number, size: number): OrderFlowEventDto =>
  ({
    id: `e${minute}`,
    eventType: 'iceberg',
    size,
    detectedAt: new Date(Date.UTC(2026, 10, 20, 14, minute)).toISOString(),
    metadata: { sub: 'native' },
  }) as OrderFlowEventDto;

test('the parts of a mark are listed in order of time, and the rest are counted', () => {
  expect(partsText([at(46, 116), at(41, 302)])).toBe('302 at 14:41, 116 at 14:46');
  expect(partsText(Array.from({ length: 9 }, (_, n) => at(n, 5)))).toMatch(/ and 3 more$/);
});

test("the bar of a mark is named by its times, and by the exchange's where they are shown", () => {
  const event = at(47, 5);
  const started = { ...event, metadata: { ...event.metadata, startedAt: event.detectedAt } };
  expect(barWords(started, 10, false)).toEqual({ bar: 'bar 14:40 to 14:50', exchange: null });
  expect(barWords(started, 10, true).exchange).toBe('08:40 to 08:50 Chicago');
});

test('how often events of a size come is said by the day', () => {
  expect([0.2, 1, 4.26, 31.7].map(perDayText)).toEqual(['under 1 a day', '1 a day', '4.3 a day', '32 a day']);
});

test('how often a kind holds is stated with its interval and number, and not at all with too few', () => {
  const entry = {
    type: 'iceberg',
    sub: 'native',
    resolved: 408,
    hitRate: { value: 0.613, low: 0.565, high: 0.659 },
  };
  const record = (entries: readonly object[]) => ({ entries, enough: 30 }) as unknown as TrackRecord;
  expect(holdsOf(record([entry]), at(1, 1))).toEqual({ share: '61.3%', interval: '56.5 to 65.9, n = 408' });
  expect(holdsOf(record([{ ...entry, hitRate: null }]), at(1, 1))).toBeNull();
  expect(holdsOf(undefined, at(1, 1))).toBeNull();
});

test('events that were counted and not loaded are hidden ones, unless their type is not wanted', () => {
  const counts = { ...byEventType(() => 0), iceberg: 40, absorption: 7, spoofing: 9 };
  const answer: LargestEvents = { events: [at(1, 1), at(2, 1)], counts };
  const { eventTypes } = DEFAULT_PREFERENCES;
  expect(unloadedEvents(answer, eventTypes)).toBe(54);
  const without = { ...eventTypes, spoofing: { ...eventTypes.spoofing, visible: false } };
  expect(unloadedEvents(answer, without)).toBe(45);
});
