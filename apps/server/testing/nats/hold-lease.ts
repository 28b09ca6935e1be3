/**
 * A process that owns an instrument and publishes for it until it is refused. It prints `held REVISION`, and at the end
 * what its lease was in the first turn in which it was no longer held, and how its next update ended.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { openNats } from '#adapters/nats/open-nats.ts';
import { recordLog } from './recorded-log.ts';
import { wireUpdate } from './wire-update.ts';

const [servers = '', name = '', instrument = ''] = process.argv.slice(2);
const nats = await openNats({ servers, name: 'child', replicas: 1, log: recordLog() });
const lease = await nats.leases.acquire(name);
if (lease === null) throw new Error(`expected the lease ${name} to be free`);
const { fence } = lease;
const update = (sequence: number) => wireUpdate({ instrumentId: Number(instrument), sequence, fence });
await nats.wire.publish(update(1));
// Before the line: it is stopped as soon as that is read
let turnMs = performance.now();
process.stdout.write(`held ${fence.revision}\n`);
while (performance.now() - turnMs < 1000 && !lease.lost.aborted) {
  turnMs = performance.now();
  await wait(20);
}
// The last turn took longer than a second: the process was stopped meanwhile
process.stdout.write(
  `continued ${lease.isHeld() ? 'held' : 'lost'} ${lease.lost.aborted ? 'aborted' : 'silent'}\n`,
);
try {
  await nats.wire.publish(update(2));
  process.stdout.write('published\n');
} catch (error) {
  process.stdout.write(`refused ${error instanceof Error ? error.name : ''}\n`);
}
await nats.close();
