/** Assembles the server from its settings and starts it; `main.ts` is the process around it. */
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { PLANS } from '@undertow/contracts';
import type { Logger } from 'pino';
import { createClock } from '#adapters/clock/clock.ts';
import { type Database, openDatabase } from '#adapters/storage/database/database.ts';
import { type Config, requirePriceNotice } from '#config/config.ts';
import { VERSION } from '#config/version.ts';
import { assembleMarket } from './assemble-market.ts';
import { assembleViews } from './assemble-views.ts';
import type { AssembledServer } from './assembled-server.ts';
import { openBase } from './open-base.ts';
import { openOwnedMarket } from './open-owned-market.ts';

export interface RunningServer {
  readonly port: number;
  /** Resolves with the parts that did not end in time. */
  close(): Promise<readonly string[]>;
}

/** Listens on the port, and returns it. When that fails, what was opened before is closed again. */
async function listen({ app: { http }, stop }: AssembledServer, { port, host }: Config): Promise<number> {
  try {
    await http.listen({ port, host });
  } catch (error) {
    await stop(0);
    throw error;
  }
  return (http.server.address() as AddressInfo).port;
}

async function assemble(config: Config, log: Logger, database: Database): Promise<AssembledServer> {
  const base = await openBase(config, log, database);
  const owned = await openOwnedMarket(base);
  const hasViews = config.roles.has('web') || config.roles.has('work');
  if (owned !== null && !hasViews) return assembleMarket(base, owned);
  return assembleViews(base, owned);
}

/** What listens on every address is reached by the name of its machine. */
function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Starts everything. Throws what prevented it from starting, with nothing left open. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const { dataDir, databaseUrl, migrationUrl } = config;
  requirePriceNotice(PLANS, createClock().nowMs());
  const onError = (error: Error) => log.error({ err: error }, 'database connection lost');
  const database = await openDatabase({ dataDir, databaseUrl, migrationUrl, onError });
  const server = await assemble(config, log, database).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const port = await listen(server, config);
  const { publicOrigin, drainMs, host } = config;
  server.join(`http://${isEveryAddress(host) ? hostname() : host}:${port}`);
  log.info({ version: VERSION, port, database: database.kind, publicOrigin }, 'ready');
  return { port, close: () => server.stop(drainMs) };
}
