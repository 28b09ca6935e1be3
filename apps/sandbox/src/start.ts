/** `npm start`: the external services on this machine, then the server configured to use them. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readSandboxSettings, SandboxError, type SandboxSettings, USAGE } from '#config/config.ts';
import { type DevelopmentKeys, readDevelopmentKeys } from '#config/development-keys.ts';
import { serverEnvironment, WEBHOOK_PATH } from '#environment/server-environment.ts';
import type { GatewaySettings } from '#rithmic/gateway/gateway-settings.ts';
import { spawnGateway } from '#rithmic/gateway/spawn-gateway.ts';
import { spawnStripe } from '#stripe/server/spawn-stripe.ts';
import type { StripeSettings } from '#stripe/state/settings.ts';
import { startIssuer } from './identity/issuer.ts';
import { startMailbox } from './mailbox/mailbox.ts';

const SERVER = resolve(import.meta.dirname, '../../server/src');
/**
 * Memory of the server. The optimising compiler takes half a gigabyte for single functions of the embedded database,
 * which is fast enough without; updates are short-lived (100 ms) and need no young generation of 128 MB, nor an old one that doubles
 * before it is collected.
 */
const SERVER_FLAGS = ['--liftoff-only', '--max-semi-space-size=4', '--heap-growing-percent=15'];
const runFile = promisify(execFile);

type Environment = NodeJS.ProcessEnv;

/** An external service that runs until the server has ended. */
interface Running {
  close(): Promise<void>;
}

/** Starts a part; a port in use gives a readable error. `port` is where the part's own error does not name it. */
async function open(what: string, port: number, start: () => Promise<Running>): Promise<Running> {
  try {
    return await start();
  } catch (error) {
    const { code, port: taken = port } = error as { code?: string; port?: number };
    if (code !== 'EADDRINUSE') throw error;
    throw new SandboxError(
      `Port ${taken} is in use: the sandbox's ${what} takes it, one of the five after the server's. Stop what runs there, or choose others with --port.`,
    );
  }
}

async function openIssuer(settings: SandboxSettings, keys: DevelopmentKeys, env: Environment) {
  const grantCommand = resolve(SERVER, 'commands/grant-tier.ts');
  return startIssuer({
    issuer: settings.issuer,
    port: settings.issuerPort,
    host: settings.host,
    publicOrigin: settings.publicOrigin,
    keys,
    async grantTier(sub, tier) {
      // No grant for the free tier: a grant overrides a subscription that the person may have bought
      const granted = tier === 'free' ? 'none' : tier;
      const args = ['--sub', sub, '--issuer', settings.issuer, '--tier', granted];
      const why = ['--actor', 'sandbox', '--reason', 'chosen on the sandbox sign-in page'];
      await runFile(process.execPath, [grantCommand, ...args, ...why], { env });
    },
  });
}

function stripeSettings(settings: SandboxSettings, keys: DevelopmentKeys): StripeSettings {
  return {
    port: settings.stripePort,
    host: settings.host,
    publicOrigin: settings.publicOrigin,
    secretKey: keys.stripeSecretKey,
    publishableKey: keys.stripePublishableKey,
    webhook: { url: `${settings.publicOrigin}${WEBHOOK_PATH}`, secret: keys.stripeWebhookSecret },
    dataFile: join(settings.dataDir, 'sandbox-stripe.jsonl'),
  };
}

function gatewaySettings({ gatewayPort, host, gatewayCaFile }: SandboxSettings): GatewaySettings {
  return { port: gatewayPort, host, caFile: gatewayCaFile };
}

/** Starts every service of the server; started ones are closed when a later one fails to start. */
async function openWorld(
  settings: SandboxSettings,
  keys: DevelopmentKeys,
  env: Environment,
): Promise<Running> {
  const running: Running[] = [];
  const close = async () => {
    await Promise.all(running.map((part) => part.close()));
  };
  try {
    running.push(await open('identity issuer', settings.issuerPort, () => openIssuer(settings, keys, env)));
    running.push(
      await open('Stripe', settings.stripePort, () => spawnStripe(stripeSettings(settings, keys))),
    );
    running.push(
      await open('mailbox', settings.mailboxPort, () =>
        startMailbox({
          dataDir: settings.dataDir,
          host: settings.host,
          pagePort: settings.mailboxPort,
          smtpPort: settings.smtpPort,
        }),
      ),
    );
    running.push(
      await open('Rithmic gateway', settings.gatewayPort, () => spawnGateway(gatewaySettings(settings))),
    );
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

function startServer(settings: SandboxSettings, env: Environment): ChildProcess {
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
function follow(server: ChildProcess, world: Running): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill('SIGTERM'));
  server.on('exit', (code) => {
    world
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
  const world = await openWorld(settings, keys, env);
  const server = startServer(settings, env);
  server.on('message', (message) => {
    if (message === 'ready') announce(settings);
  });
  follow(server, world);
}

start().catch((error: unknown) => {
  const text = error instanceof SandboxError ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
