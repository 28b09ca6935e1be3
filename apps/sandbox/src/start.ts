/** `npm start`: the external services on this machine, then the server configured to use them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { readSandboxSettings, SandboxError, type SandboxSettings, USAGE } from '#config/config.ts';
import { readDevelopmentKeys } from '#config/development-keys.ts';
import { serverEnvironment } from '#environment/server-environment.ts';
import { SERVER_FLAGS } from '#environment/server-flags.ts';
import { openServices, type Running } from './open-services.ts';

const SERVER = resolve(import.meta.dirname, '../../server/src');

function startServer(settings: SandboxSettings, env: NodeJS.ProcessEnv): ChildProcess {
  const watch = settings.watch ? ['--watch'] : [];
  return spawn(process.execPath, [...SERVER_FLAGS, ...watch, resolve(SERVER, 'main.ts')], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

function announce({ publicOrigin, stripe, mailbox, smtpPort, gateway }: SandboxSettings): void {
  process.stdout.write(
    `\nUndertow is ready at ${publicOrigin} (plain http is for localhost only).\n` +
      'Sign in with any e-mail address; admin@undertow.local is the administrator. Stop with Ctrl+C.\n' +
      `Payments go to the sandbox's Stripe at ${stripe}: the card 4242 4242 4242 4242 pays, no real one is charged.\n` +
      `Mails go to 127.0.0.1:${smtpPort}; read them at ${mailbox}\n` +
      `A Rithmic account is at ${gateway}: connect it in the settings with any username and the password "paper".\n` +
      'The passwords that fail in their own ways are in apps/sandbox/src/rithmic/README.md.\n\n',
  );
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
    if (message === 'ready') announce(settings);
  });
  follow(server, services);
}

start().catch((error: unknown) => {
  const text = error instanceof SandboxError ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
