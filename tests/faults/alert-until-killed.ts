/** A process that raises events and tells alerts of them, until it is killed. */
import { setTimeout as wait } from 'node:timers/promises';
import { type FlowEvent, type Instrument, instrumentById } from '@undertow/market';
import { openDatabase } from '@undertow/server/adapters/storage/database.ts';
import { Recorder } from '@undertow/server/live/recorder.ts';
import { makeEvent, makeUpdate } from '@undertow/server/live/view-fixtures.ts';
import { openDispatch } from './alert-kill-world.ts';

const [dataDir = '', round = '0'] = process.argv.slice(2);
const database = await openDatabase({ dataDir });
const instrument = instrumentById(1) as Instrument;
const nowMs = (): number => Date.now();
const { dispatch, bus, stores, log } = await openDispatch(database, nowMs);
new Recorder({ bus, store: stores.marketStore, log, feedNowMs: nowMs, evidence: () => undefined });
bus.subscribe('instrument', (update) =>
  dispatch.onVisible({ instrument, delaySeconds: 0, update, nowMs: nowMs() }),
);

/** Of three events one grows later, and one is of the type that the delayed person hears of. */
function eventsOf(count: number): readonly FlowEvent[] {
  const atMs = nowMs();
  const id = `${round}-${count}`;
  const first = makeEvent(`${id}-a`, atMs, count % 3 === 0 ? { type: 'absorption' } : {});
  const grown = makeEvent(`${round}-${count - 1}-a`, atMs - 20, { type: first.type, size: 100 });
  return count % 5 === 1 && grown.type === 'iceberg' && (count - 1) % 3 !== 0 ? [first, grown] : [first];
}

process.stdout.write('open\n');
for (let count = 0; ; count += 1) {
  const events = eventsOf(count).map((event) => ({ event, change: 'new' as const }));
  bus.publish('instrument', makeUpdate(nowMs(), { events, run: `kill-${round}` }));
  process.stdout.write(`${count}\n`);
  await wait(15);
}
