import { DEFAULT_PREFERENCES, type LargestEvents, type OrderFlowEventDto } from '@undertow/contracts';
import { byEventType } from '@undertow/market';
import { expect, test } from 'vitest';
import { pastEvents } from './past-events.ts';

const AT_MS = Date.UTC(2026, 10, 20, 14, 30);
const iso = (minutes: number): string => new Date(AT_MS + minutes * 60_000).toISOString();

/** Found some minutes from the instant, and going on for one. */
const event = (id: string, minutes: number, perDay: number, eventType = 'iceberg'): OrderFlowEventDto =>
  ({
    ...{ id, eventType, size: 100, confidence: 0.9, detectedAt: iso(minutes) },
    metadata: { perDay, startedAt: iso(minutes - 0.5), updatedAt: iso(minutes + 0.5) },
  }) as OrderFlowEventDto;

const answer = (events: OrderFlowEventDto[], iceberg: number): LargestEvents => ({
  events,
  counts: { ...byEventType(() => 0), iceberg, spoofing: 4 },
});

const wanted = (types: readonly string[]) => ({
  eventsPerDay: 10 as const,
  showExperimental: false,
  eventTypes: Object.fromEntries(
    Object.keys(DEFAULT_PREFERENCES.eventTypes).map((type) => [
      type,
      { visible: types.includes(type), minConfidence: 0 },
    ]),
  ) as typeof DEFAULT_PREFERENCES.eventTypes,
});

test('the large events of the bars are shown, and of the small ones those that were going on at the instant', () => {
  const events = [event('large', -40, 3), event('small', -20, 400), event('here', 0.4, 400)];
  const shown = pastEvents(answer(events, 3), wanted(['iceberg']), AT_MS);
  expect(shown.events.map(({ id }) => id)).toEqual(['large', 'here']);
  expect(shown.smaller).toBe(1);
});

test('smaller ones that were not loaded are counted, and types that are not wanted are neither shown nor counted', () => {
  const events = [event('large', -40, 3), event('other', 0, 3, 'spoofing')];
  const shown = pastEvents(answer(events, 50), wanted(['iceberg']), AT_MS);
  expect(shown.events.map(({ id }) => id)).toEqual(['large']);
  expect(shown.smaller).toBe(49);
});
