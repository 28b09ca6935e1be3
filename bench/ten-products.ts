/** A process with the sandbox's stand-in for Databento, which reports its port when all markets have a book. */
import { setTimeout as wait } from 'node:timers/promises';
import { startDatabento } from '@undertow/sandbox/src/databento/gateway/start-databento.ts';

const [key = '', ...products] = process.argv.slice(2);
const instruments = products.map(Number);
const ports = { livePort: 0, historyPort: 0, host: '127.0.0.1' };
const standIn = await startDatabento({ ...ports, key, instruments, warm: instruments, historyMinutes: 1 });
while (instruments.some((id) => standIn.bookOf(id) === null)) await wait(100);

process.on('disconnect', () => process.exit());
process.send?.({ port: Number(standIn.address.split(':')[1]), count: 0 });
