/** `npm start`: the external services on this machine, then the server configured to use them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { readSandboxSettings, SandboxError, type SandboxSettings, USAGE } from '#config/config.ts';
import { readDevelopmentKeys } from '#config/development-keys.ts';
import { serverEnvironment } from '#environment/server-environment.ts';
import { SERVER_FLAGS } from '#environment/server-flags.ts';
import { announcementOf } from './announcement.ts';
import { openServices, type Running } from './open-services.ts';

const SERVER = resolve(import.meta.dirname, '../../server/src');

function startServer(settings: SandboxSettings, env: NodeJS.ProcessEnv): ChildProcess {
  const watch = settings.watch ? ['--watch'] : [];
  return spawn(process.execPath, [...SERVER_FLAGS, ...watch, resolve(SERVER, 'main.ts')], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** Exits with the server, and forwards signals to it. */
function follow(server: ChildProcess, services: Running): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill('SIGTERM'));
  server.on('exit', (code) => {
    services
      .close()
      .finally(() => process.exit(code ?? 1))
      .catch(() => undefined);
  });
}

async function start(): Promise<void> {
  const settings = readSandboxSettings(process.argv.slice(2));
  if (settings === null) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const keys = readDevelopmentKeys(settings.dataDir);
  const env = serverEnvironment(settings, keys);
  const services = await openServices(settings, keys, env);
  if (settings.databento !== null)
    process.stdout.write(
      `Databento stand-in at 127.0.0.1:${settings.databento.livePort}, key ${keys.databentoKey}\n`,
    );
  const server = startServer(settings, env);
  server.on('message', (message) => {
    if (message === 'ready') process.stdout.write(announcementOf(settings));
  });
  follow(server, services);
}

start().catch((error: unknown) => {
  const text = error instanceof SandboxError ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
