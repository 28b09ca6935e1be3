/** Which events a user's choices lead to. */
import { type AiPattern, DEFAULT_PREFERENCES, type OrderFlowEventDto } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { largestEvents, wantedEvents, wantedPatterns } from './event-filter.ts';

test('hidden types and low confidences are left out', () => {
  const event = (eventType: OrderFlowEventDto['eventType'], confidence: number): OrderFlowEventDto =>
    ({ id: eventType, eventType, confidence, metadata: { state: 'calibrated' } }) as OrderFlowEventDto;
  const choices = {
    ...DEFAULT_PREFERENCES.eventTypes,
    spoofing: { visible: false, minConfidence: 0, sound: false },
    support: { visible: true, minConfidence: 0.8, sound: false },
  };
  const list = [event('iceberg', 1), event('spoofing', 0.9), event('support', 0.79), event('support', 0.8)];
  expect(
    wantedEvents(list, { eventTypes: choices, showExperimental: false }).map((one) => [
      one.eventType,
      one.confidence,
    ]),
  ).toEqual([
    ['iceberg', 1],
    ['support', 0.8],
  ]);
});

test('experimental findings are shown on request, and of levels the four newest a side in any case', () => {
  const event = (
    id: string,
    eventType: OrderFlowEventDto['eventType'],
    minute: number,
  ): OrderFlowEventDto => {
    const updatedAt = new Date(minute * 60_000).toISOString();
    const metadata = { state: 'experimental', updatedAt };
    return { id, eventType, confidence: 0.5, metadata } as OrderFlowEventDto;
  };
  const levels = [3, 1, 5, 2, 4].map((minute) => event(`s${minute}`, 'support', minute));
  const list = [...levels, event('r1', 'resistance', 1), event('a', 'absorption', 9)];
  const ids = (showExperimental: boolean): string[] =>
    wantedEvents(list, { ...DEFAULT_PREFERENCES, showExperimental }).map(({ id }) => id);
  expect(ids(false)).toEqual(['s3', 's5', 's2', 's4', 'r1']);
  expect(ids(true)).toEqual(['s3', 's5', 's2', 's4', 'r1', 'a']);
});

test('experimental patterns are shown on request, those of levels in any case', () => {
  const pattern = (eventType: AiPattern['eventType'], state: string): AiPattern =>
    ({ eventType, metadata: { state } }) as AiPattern;
  const list = [
    pattern('volume_spike', 'calibrated'),
    pattern('smart_reversal', 'experimental'),
    pattern('support_resistance', 'experimental'),
  ];
  expect(wantedPatterns(list, { showExperimental: false })).toEqual([list[0], list[2]]);
  expect(wantedPatterns(list, { showExperimental: true })).toEqual(list);
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
