/** A failing round stops neither the process nor the rounds after it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import { makeUpdate } from '#testing/views.ts';
import type { InstrumentSession } from './instrument-session.ts';
import { Publisher } from './publisher.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const sessionOf = (update: InstrumentUpdate): InstrumentSession =>
  ({ collect: () => update }) as unknown as InstrumentSession;

test('a listener that throws blocks no other listener, and a view that throws blocks no later round', () => {
  const faults: unknown[] = [];
  const received: number[] = [];
  const bus = createInProcessBus((_topic, error) => faults.push(error));
  bus.subscribe('instrument', () => {
    throw new Error('recorder');
  });
  bus.subscribe('instrument', (update) => received.push(update.instrumentId));
  const [one, two] = [makeUpdate(0), { ...makeUpdate(0), instrumentId: 2 }];
  const publisher = new Publisher({
    deliver: (update) => bus.publish('instrument', update),
    outgoing: (update) => update,
    sessions: () => [sessionOf(one), sessionOf(two)],
    afterTick: () => {
      throw new Error('view');
    },
    onFault: (error) => faults.push(error),
  });
  vi.advanceTimersByTime(200);
  expect(received).toEqual([1, 2, 1, 2]);
  const round = [new Error('recorder'), new Error('recorder'), new Error('view')];
  expect(faults).toEqual([...round, ...round]);
  publisher.close();
});

test('an instrument that throws, or whose update is refused, blocks no other instrument', () => {
  const faults: unknown[] = [];
  const delivered: number[] = [];
  let ticks = 0;
  const broken = {
    collect() {
      throw new Error('session');
    },
  } as unknown as InstrumentSession;
  const two = { ...makeUpdate(0), instrumentId: 2 };
  const publisher = new Publisher({
    deliver(update) {
      if (update.instrumentId === 1) throw new Error('listener');
      delivered.push(update.instrumentId);
    },
    outgoing: (update) => update,
    sessions: () => [broken, sessionOf(makeUpdate(0)), sessionOf(two)],
    afterTick: () => {
      ticks += 1;
    },
    onFault: (error) => faults.push(error),
  });
  publisher.tick();
  expect([delivered, ticks]).toEqual([[2], 1]);
  expect(faults).toEqual([new Error('session'), new Error('listener')]);
  publisher.close();
});
