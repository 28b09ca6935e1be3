/** Which events a user's choices lead to. */
import { DEFAULT_PREFERENCES, type OrderFlowEventDto } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { largestEvents, wantedEvents } from './event-filter.ts';

test('hidden types and low confidences are left out', () => {
  const event = (eventType: OrderFlowEventDto['eventType'], confidence: number): OrderFlowEventDto =>
    ({ id: eventType, eventType, confidence }) as OrderFlowEventDto;
  const choices = {
    ...DEFAULT_PREFERENCES.eventTypes,
    spoofing: { visible: false, minConfidence: 0, sound: false },
    support: { visible: true, minConfidence: 0.8, sound: false },
  };
  const list = [event('iceberg', 1), event('spoofing', 0.9), event('support', 0.79), event('support', 0.8)];
  expect(wantedEvents(list, choices).map((one) => [one.eventType, one.confidence])).toEqual([
    ['iceberg', 1],
    ['support', 0.8],
  ]);
});

test('the largest events of a day are shown, and how many are smaller is said', () => {
  const list = [1, 9.6, 10.4, 80, 0].map((perDay) => ({ metadata: { perDay } }) as OrderFlowEventDto);
  const ranks = (limit: 3 | 10 | 30 | null) =>
    largestEvents(list, limit).largest.map(({ metadata }) => metadata.perDay);
  expect(ranks(3)).toEqual([1, 0]);
  expect(ranks(10)).toEqual([1, 9.6, 0]);
  expect(ranks(30)).toEqual([1, 9.6, 10.4, 0]);
  expect(ranks(null)).toHaveLength(5);
  expect(largestEvents(list, 10).smaller).toBe(2);
});
