/** The server's process: reads the settings, starts, and stops cleanly on request. */
import { setTimeout as wait } from 'node:timers/promises';
import { DbnError } from '@undertow/feeds';
import { FolderLocked } from '#adapters/storage/database/folder-lock.ts';
import { MigrationError } from '#adapters/storage/database/migrate.ts';
import { DatabaseUnavailable } from '#adapters/storage/database/open-postgres.ts';
import { startServer } from '#assembly/start-server.ts';
import { readConfig } from '#config/config.ts';
import { ConfigError } from '#config/parse-settings.ts';
import { createLog } from '#logging/log.ts';

/** Counted from the end of the drain. The stages of a stop end before; this ends a process whose event loop does not get there. */
const STOP_WITHIN_MS = 9_000;

/** Errors that the operator can fix. */
const MENDABLE = [ConfigError, DatabaseUnavailable, FolderLocked, MigrationError, DbnError];

/** One plain sentence for what the operator can fix; everything else keeps its stack. */
function explain(error: unknown): string {
  if (error instanceof Error && MENDABLE.some((kind) => error instanceof kind)) return error.message;
  const { code, port, address, path } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'ENOENT' && path !== undefined) return `There is no file ${path}.`;
  if (code === 'EADDRINUSE') return `Port ${port} on ${address} is in use. Set PORT to another one.`;
  if (code === 'EACCES' && port !== undefined) return `Port ${port} may not be used by this account.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function run(): Promise<void> {
  // The parent process that started us with a channel is gone, even before we are ready: without it nothing would stop this process
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  const config = readConfig();
  const log = createLog(config.logLevel);
  const server = await startServer(config, log);

  const stop = async (signal: string): Promise<void> => {
    log.info({ signal }, 'stopping');
    const overdue = wait(config.drainMs + STOP_WITHIN_MS, ['everything'], { ref: false });
    const left = await Promise.race([server.close(), overdue]);
    if (left.length > 0) log.error({ left }, 'not everything closed in time');
    process.exit(left.length === 0 ? 0 : 1);
  };
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop(signal).catch((error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      });
    });
  }
  process.send?.('ready');
}

run().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
