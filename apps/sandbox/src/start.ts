/** `npm start`: the outside world on this machine, then the server that is pointed at it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { readSandboxSettings, SandboxError, type SandboxSettings, USAGE } from './config.ts';
import { type DevelopmentKeys, readDevelopmentKeys } from './development-keys.ts';
import { CLIENT_ID, type RunningIssuer, startIssuer } from './identity/issuer.ts';
import { ADMIN_SUB } from './identity/people.ts';

const SERVER = resolve(import.meta.dirname, '../../server/src');
/**
 * Memory of the server. The optimising compiler takes half a gigabyte for single functions of the embedded database,
 * which is fast enough without; updates live 100 ms and need no young generation of 128 MB, nor an old one that doubles
 * before it is collected.
 */
const SERVER_FLAGS = ['--liftoff-only', '--max-semi-space-size=4', '--heap-growing-percent=15'];
const runFile = promisify(execFile);

type Environment = NodeJS.ProcessEnv;

function serverEnvironment(settings: SandboxSettings, keys: DevelopmentKeys): Environment {
  return {
    ...settings.environment,
    PORT: String(settings.port),
    HOST: settings.host,
    DATA_DIR: settings.dataDir,
    PUBLIC_ORIGIN: settings.publicOrigin,
    OIDC_ISSUER: settings.issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: keys.clientSecret,
    COOKIE_KEY: keys.cookieKey,
    BOOTSTRAP_ADMIN_SUB: ADMIN_SUB,
  };
}

async function openIssuer(settings: SandboxSettings, keys: DevelopmentKeys, env: Environment) {
  const grantCommand = resolve(SERVER, 'commands/grant-tier.ts');
  try {
    return await startIssuer({
      issuer: settings.issuer,
      port: settings.issuerPort,
      host: settings.host,
      publicOrigin: settings.publicOrigin,
      keys,
      async grantTier(sub, tier) {
        // Nobody is granted free: a grant stands above the subscription that the person may have bought
        const granted = tier === 'free' ? 'none' : tier;
        const args = ['--sub', sub, '--issuer', settings.issuer, '--tier', granted];
        const why = ['--actor', 'sandbox', '--reason', 'chosen on the sandbox sign-in page'];
        await runFile(process.execPath, [grantCommand, ...args, ...why], { env });
      },
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new SandboxError(
      `Port ${settings.issuerPort} is in use: the sandbox's identity issuer takes the port after the server's. Stop what runs there, or choose another with --port.`,
    );
  }
}

function startServer(settings: SandboxSettings, env: Environment): ChildProcess {
  const watch = settings.watch ? ['--watch'] : [];
  return spawn(process.execPath, [...SERVER_FLAGS, ...watch, resolve(SERVER, 'main.ts')], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

function announce({ publicOrigin }: SandboxSettings): void {
  process.stdout.write(
    `\nUndertow is ready at ${publicOrigin} (plain http is for localhost only).\n` +
      'Sign in with any e-mail address; admin@undertow.local is the administrator. Stop with Ctrl+C.\n\n',
  );
}

/** Ends with the server, and hands it the signals that reach us. */
function follow(server: ChildProcess, issuer: RunningIssuer): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill('SIGTERM'));
  server.on('exit', (code) => {
    issuer
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
  const issuer = await openIssuer(settings, keys, env);
  const server = startServer(settings, env);
  server.on('message', (message) => {
    if (message === 'ready') announce(settings);
  });
  follow(server, issuer);
}

start().catch((error: unknown) => {
  const text = error instanceof SandboxError ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
