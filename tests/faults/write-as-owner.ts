/** A process that owns an instrument and records it, under the fence that it is given, until storage refuses it. */
import type { TrackRow } from '@undertow/detection';
import { createInProcessBus } from '@undertow/server/src/adapters/bus/in-process-bus.ts';
import { createTrackHeadsFile } from '@undertow/server/src/adapters/storage/database/chain-heads-file.ts';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { createStores } from '@undertow/server/src/adapters/storage/stores.ts';
import { createTrackStore } from '@undertow/server/src/adapters/storage/track-record/track-store.ts';
import { Recorder } from '@undertow/server/src/live/record/recorder.ts';
import { TrackWriter } from '@undertow/server/src/live/record/track-writer.ts';
import { makeBar, makeUpdate } from '@undertow/server/testing/views.ts';

const [databaseUrl = '', dataDir = '', given = '1'] = process.argv.slice(2);
const revision = Number(given);
const database = await openDatabase({ dataDir: null, databaseUrl });
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const log = {
  info: () => undefined,
  warn: (_facts: object, text: string) => print(text),
  error: (_facts: object, text: string) => print(text),
};
const bus = createInProcessBus((_topic, error) => {
  throw error;
});
const fenceOf = (id: number) => ({ name: `instrument.${id}`, epoch: 1, revision });
const { marketStore: store } = createStores(database.orm);
new Recorder({ bus, store, log, feedNowMs: () => Date.now(), tape: () => undefined, fenceOf });
new TrackWriter(bus, createTrackStore(database.orm, createTrackHeadsFile(dataDir)), log, fenceOf);
print('open');
let n = 0;
setInterval(() => {
  n += 1;
  const row: TrackRow = {
    ...{ kind: 'settled', signalId: `${revision}-${n}`, instrumentId: 1, type: 'support', hit: true },
    atNs: String(1_700_000_000_000_000_000n + BigInt(n)),
  };
  // Every owner records the same minutes: one that writes late would replace what another one stored
  bus.publish('instrument', makeUpdate(n, { closedBars: [makeBar(n, revision)], trackRows: [row] }));
}, 5);
