/** Worker thread of the simulated venue: the exchanges run here, so that the server's event loop never waits for them. */
import { parentPort } from 'node:worker_threads';
import { ROW_LENGTH } from '@undertow/market';
import { ExchangeFloor } from './exchange-floor.ts';
import type { VenueCommand, VenueReply } from './venue-messages.ts';

const port = parentPort;
if (port === null) throw new Error('the simulated venue runs in a worker thread');

function reply(message: VenueReply, transfer: readonly ArrayBuffer[]): void {
  port?.postMessage(message, [...transfer]);
}

const floor = new ExchangeFloor((instrumentId, rows) => {
  const buffer = rows.rows.slice(0, rows.count * ROW_LENGTH).buffer;
  reply({ kind: 'rows', instrumentId, buffer, count: rows.count }, [buffer]);
});

port.on('message', (command: VenueCommand) => {
  const behind = floor.handle(command);
  if (command.kind === 'advance') reply({ kind: 'advanced', behind }, []);
});
