/** A process that raises events and dispatches their alerts, until it is killed. */
import { setTimeout as wait } from 'node:timers/promises';
import { type FlowEvent, type Instrument, instrumentById } from '@undertow/market';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { Recorder } from '@undertow/server/src/live/record/recorder.ts';
import { makeEvent, makeUpdate } from '@undertow/server/testing/views.ts';
import { openDispatch } from './alert-kill-world.ts';

const [dataDir = '', round = '0'] = process.argv.slice(2);
const database = await openDatabase({ dataDir });
const instrument = instrumentById(1) as Instrument;
const nowMs = (): number => Date.now();
const { dispatch, bus, stores, log } = await openDispatch(database, nowMs);
new Recorder({ bus, store: stores.marketStore, log, feedNowMs: nowMs, tape: () => undefined });
bus.subscribe('instrument', (update) =>
  dispatch.onVisible({ instrument, delaySeconds: 0, update, nowMs: nowMs() }),
);

const begun: number[] = [];

/** One of three is of the type that alerts the delayed person; one of five has grown by the next update. */
function eventsOf(count: number): readonly FlowEvent[] {
  const make = (at: number, size: number): FlowEvent =>
    makeEvent(`${round}-${at}`, begun[at]!, { type: at % 3 === 0 ? 'absorption' : 'iceberg', size });
  begun.push(nowMs());
  return count % 5 === 1 ? [make(count, 45), make(count - 1, 100)] : [make(count, 45)];
}

process.stdout.write('open\n');
for (let count = 0; ; count += 1) {
  const events = eventsOf(count).map((event) => ({ event, change: 'new' as const }));
  bus.publish('instrument', makeUpdate(nowMs(), { events, run: `kill-${round}` }));
  process.stdout.write(`${count}\n`);
  await wait(15);
}
