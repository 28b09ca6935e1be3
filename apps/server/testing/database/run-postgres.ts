/** The one PostgreSQL server of a test run: started when the first test requests it, ended with the run by its owner. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type OwnServer, startOwnPostgres } from './own-postgres.ts';

export interface RunPostgres {
  /** The socket at which test processes request its address: their POSTGRES_OF_RUN. */
  readonly socket: string;
  /** Ends the server if it was started. */
  close(): Promise<void>;
}

/** Called once, by the process that outlives all tests. */
export async function offerRunPostgres(): Promise<RunPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'undertow-run-'));
  const socket = join(folder, 'postgres');
  let server: Promise<OwnServer> | undefined;
  const listener = createServer((client) => {
    // Nothing here survives the run: a crash may lose all of it
    server ??= startOwnPostgres(['full_page_writes=off', 'max_connections=200']);
    server.then(
      ({ address }) => client.end(address),
      () => client.destroy(),
    );
  });
  listener.listen(socket);
  await once(listener, 'listening');
  return {
    socket,
    async close() {
      listener.close();
      await (await server)?.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The address of the run's server; undefined in a run without one. */
export async function runPostgresAddress(): Promise<string | undefined> {
  const socket = process.env['POSTGRES_OF_RUN'];
  if (socket === undefined) return undefined;
  const address = await text(connect(socket));
  if (address === '') throw new Error('the PostgreSQL server of the run did not start');
  return address;
}
