/** The pages list an event type as detected exactly when a detector finds it. */
import { PLANNED_EVENT_TYPES, PLANS } from '@undertow/contracts';
import { DETECTORS } from '@undertow/detection';
import { FLOW_EVENT_TYPES } from '@undertow/market';
import { expect, test } from 'vitest';

test('an event type is planned exactly as long as no detector finds it', () => {
  const found = FLOW_EVENT_TYPES.filter((type) => DETECTORS.some((detector) => detector.type === type));
  const planned = FLOW_EVENT_TYPES.filter((type) => !found.includes(type));
  expect([...PLANNED_EVENT_TYPES].sort()).toEqual([...planned].sort());
});

test('what a plan marks as planned is one of its features', () => {
  for (const plan of PLANS) expect(plan.features).toEqual(expect.arrayContaining([...plan.planned]));
});
