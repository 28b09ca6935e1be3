/** Lanes: in turn, in order, and bounded for each user. */
import { instantOfMs } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { AlertLanes, type QueuedAlert } from './alert-lanes.ts';

function alertOf(userId: string, id: string): QueuedAlert {
  const row = {
    ...{ id, userId, instrumentId: 1, eventId: null, ruleId: null, alertType: 'price' as const, title: id },
    ...{
      message: '',
      isRead: false,
      isQuiet: false,
      isTest: false,
      market: 'platform' as const,
      source: 'simulated' as const,
      eventType: null,
      eventAtMs: null,
    },
    eventSize: null,
    createdAt: instantOfMs(0),
  };
  return { raised: { row, mail: null }, delaySeconds: 0, giveUp: () => undefined };
}

const idsOf = (alerts: readonly QueuedAlert[]) => alerts.map(({ raised }) => raised.row.id);

function fill(lanes: AlertLanes, userId: string, count: number): number {
  let taken = 0;
  for (let at = 0; at < count; at += 1) if (lanes.push(alertOf(userId, `${userId}${at}`))) taken += 1;
  return taken;
}

test('a user with thousands of alerts delays nobody else', () => {
  const lanes = new AlertLanes();
  fill(lanes, 'a', 5000);
  fill(lanes, 'b', 2);
  const batch = idsOf(lanes.take(100));
  expect(batch).toHaveLength(100);
  expect(batch).toContain('b0');
  expect(batch.filter((id) => id.startsWith('a'))).toEqual(Array.from({ length: 98 }, (_, at) => `a${at}`));
});

test('a full lane accepts no more, and the others still do', () => {
  const lanes = new AlertLanes();
  expect(fill(lanes, 'a', 10_001)).toBe(10_000);
  expect(fill(lanes, 'b', 1)).toBe(1);
  expect(lanes.waiting).toBe(10_001);
});

test('a held lane is skipped until it is released, and keeps its order', () => {
  const lanes = new AlertLanes();
  fill(lanes, 'a', 3);
  fill(lanes, 'b', 1);
  lanes.hold('a', lanes.takeOf('a', 2));
  expect(idsOf(lanes.take(100))).toEqual(['b0']);
  expect(lanes.waiting).toBe(3);
  lanes.release('a');
  expect(idsOf(lanes.take(100))).toEqual(['a0', 'a1', 'a2']);
  expect(lanes.waiting).toBe(0);
});
