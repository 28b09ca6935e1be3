/** Rules about events fire for the largest of a day. */
import type { AlertCondition } from '@undertow/contracts';
import { describe, expect, test } from 'vitest';
import { boardOf, T } from '#testing/rule-board.ts';
import { makeEvent } from '#testing/views.ts';
import { BUILT_IN_RULE } from './built-in-rule.ts';
import { RULE_TEMPLATES } from './templates.ts';

describe('a rule for the largest of a day', () => {
  const largest = (perDay: 'chosen' | 3 | null): AlertCondition => ({
    ...{
      kind: 'event',
      eventTypes: ['iceberg'],
      side: null,
      minConfidence: 0.8,
      minSize: 0,
      perDay,
      near: null,
    },
  });

  test('fires once, when an event ranks high enough, and for one without a rank', () => {
    const { step } = boardOf(largest(3));
    const grows = (size: number, perDay: number) =>
      step({ events: [makeEvent('e', T, { size, perDay })] }).length;
    expect(grows(3, 80)).toBe(0);
    expect(grows(185, 2.5)).toBe(1);
    expect(grows(300, 1)).toBe(0);
    expect(step({ events: [makeEvent('old', T)] })).toHaveLength(1);
  });

  test('follows what its owner chose on the dashboard', () => {
    const eventsOfRank = (perDay: number) => ({ events: [makeEvent(`e${perDay}`, T, { perDay })] });
    const { step } = boardOf(largest('chosen'));
    expect(step(eventsOfRank(9.9))).toHaveLength(1);
    expect(step(eventsOfRank(10.1))).toHaveLength(0);
    const any = boardOf(largest(null));
    expect(any.step(eventsOfRank(4000))).toHaveLength(1);
  });
});

test('nothing fires for an event whose probability has no proven skill, or that was withdrawn', () => {
  const condition: AlertCondition = {
    kind: 'event',
    eventTypes: ['support'],
    side: null,
    minConfidence: 0,
    minSize: 0,
    perDay: null,
    near: null,
  };
  const firings = (state: 'calibrated' | 'experimental') =>
    boardOf(condition).step({ events: [makeEvent('e', T, { type: 'support', state })] });
  expect(firings('experimental')).toHaveLength(0);
  expect(firings('calibrated')).toHaveLength(1);
  const withdrawn = makeEvent('e', T, { type: 'support', isWithdrawn: true });
  expect(boardOf(condition).step({ events: [withdrawn] })).toHaveLength(0);
});

test('no built-in rule fires for an event below the threshold that its owner chose', () => {
  const made = [BUILT_IN_RULE, ...RULE_TEMPLATES.flatMap(({ rules }) => rules)];
  const ofEvents = made.flatMap(({ condition }) => (condition.kind === 'event' ? [condition] : []));
  expect(ofEvents.length).toBeGreaterThan(5);
  for (const condition of ofEvents)
    for (const type of condition.eventTypes) {
      const firings = (perDay: number) =>
        boardOf({ ...condition, near: null }).step({ events: [makeEvent('e', T, { type, perDay })] });
      expect(firings(10.5)).toHaveLength(0);
      expect(firings(2.5)).toHaveLength(1);
    }
});
