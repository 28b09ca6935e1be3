/** Messages of the live socket in the chart test: each id once, the newest first, ten at most. */
import { expect, test } from 'vitest';
import { type FlowEventMessage, withFlowEvent } from './flow-event-list.ts';

const START_MS = Date.UTC(2026, 10, 20, 15);

function messageOf(serial: number): FlowEventMessage {
  const detectedAt = new Date(START_MS + serial * 1000).toISOString();
  return { id: `${serial}`, detectedAt } as FlowEventMessage;
}

const after = (serials: readonly number[]) =>
  serials.reduce<readonly FlowEventMessage[]>((list, serial) => withFlowEvent(list, messageOf(serial)), []);

test('a message that came before changes nothing', () => {
  const list = after([1, 2]);
  expect(withFlowEvent(list, messageOf(1))).toBe(list);
});

test.each([1, 3, 10, 27, 40])(
  'in steps of %i through 41 of them, the list is always the ten newest so far',
  (step) => {
    const serials = Array.from({ length: 82 }, (_, at) => (at * step) % 41);
    for (let count = 1; count <= serials.length; count += 1) {
      const seen = serials.slice(0, count);
      const expected = [...new Set(seen)].toSorted((a, b) => b - a).slice(0, 10);
      expect(after(seen).map(({ id }) => Number(id))).toEqual(expected);
    }
  },
);
