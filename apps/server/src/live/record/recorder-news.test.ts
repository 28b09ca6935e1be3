/** Which events get an entry of the alert outbox with them. */
import { epochMs } from '@undertow/market';
import { expect, test } from 'vitest';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import { makeEvent, makeUpdate } from '#testing/views.ts';
import { Recorder } from './recorder.ts';

const T = Date.UTC(2026, 10, 20, 16);
const nothing = async (): Promise<void> => undefined;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('the outbox has what is news: not history, nor the end of what began in it, nor what a replay shows', async () => {
  const stored: string[] = [];
  const notified: string[] = [];
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const recorder = new Recorder({
    bus,
    store: {
      saveEvents: async (_source, _run, events, toNotify) => {
        stored.push(...events.map(({ id }) => id));
        notified.push(...(toNotify ?? []));
      },
      ...{ saveBars: nothing, savePatterns: nothing, saveEventWindow: nothing },
    },
    ...{ log: silent, feedNowMs: () => T, tape: () => undefined },
  });
  const raise = (id: string, changes: Partial<InstrumentUpdate> = {}, status: 'open' | 'expired' = 'open') =>
    bus.publish(
      'instrument',
      makeUpdate(T, { events: [{ event: makeEvent(id, T, { status }), change: 'new' }], ...changes }),
    );
  raise('live');
  raise('late', { backfill: true, newsFromMs: epochMs(T) });
  raise('history', { backfill: true, newsFromMs: epochMs(T + 1) });
  // It was raised in history, and is only settled now
  raise('settled', { newsFromMs: epochMs(T + 1) });
  raise('over', {}, 'expired');
  raise('ended', { newsFromMs: epochMs(T + 1) }, 'expired');
  raise('replayed', { source: 'replay' });
  await recorder.close();
  expect(stored.toSorted()).toEqual(['ended', 'history', 'late', 'live', 'over', 'replayed', 'settled']);
  expect(notified).toEqual(['live', 'late', 'over']);
});
