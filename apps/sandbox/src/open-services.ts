/** The external services beside the server: identity issuer, payment provider, mailbox, Rithmic gateway, Databento. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { instrumentBySymbol } from '@undertow/market';
import { type DatabentoPlan, SandboxError, type SandboxSettings } from '#config/config.ts';
import type { DevelopmentKeys } from '#config/development-keys.ts';
import { spawnDatabento } from '#databento/gateway/spawn-databento.ts';
import { WEBHOOK_PATH } from '#environment/server-environment.ts';
import type { GatewaySettings } from '#rithmic/gateway/gateway-settings.ts';
import { spawnGateway } from '#rithmic/gateway/spawn-gateway.ts';
import { spawnStripe } from '#stripe/server/spawn-stripe.ts';
import type { StripeSettings } from '#stripe/state/settings.ts';
import { startIssuer } from './identity/issuer.ts';
import { startMailbox } from './mailbox/mailbox.ts';

const GRANT_COMMAND = join(import.meta.dirname, '../../server/src/commands/grant-tier.ts');
const runFile = promisify(execFile);

/** ES, NQ, YM, CL, GC: what most people look at first has its history when the server has started. */
const WARM = [1, 2, 3, 4, 5];

type Environment = NodeJS.ProcessEnv;

/** External services that run until the server has ended. */
export interface Running {
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
      `Port ${taken} is in use: the sandbox's ${what} takes it, one of those after the server's. Stop what runs there, or choose others with --port.`,
    );
  }
}

async function openIssuer(settings: SandboxSettings, keys: DevelopmentKeys, env: Environment) {
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
      await runFile(process.execPath, [GRANT_COMMAND, ...args, ...why], { env });
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

/** Its exchange is another one than the server's, of the same kind. */
function gatewaySettings(
  { gatewayPort, host, gatewayCaFile }: SandboxSettings,
  { SIM_SCENARIO: scenario }: Environment,
): GatewaySettings {
  return {
    ...{ port: gatewayPort, host, caFile: gatewayCaFile },
    ...(scenario === 'journey' ? { scenario } : {}),
  };
}

/** Those that the server reads, where its environment says so. */
function warmOf({ SIM_INSTRUMENTS: symbols }: Environment): readonly number[] {
  if (symbols === undefined) return WARM;
  return symbols.split(',').flatMap((symbol) => instrumentBySymbol(symbol)?.id ?? []);
}

/** The stand-in for Databento; the server finds its key in a file. */
function openDatabento(
  { livePort, historyPort, keyFile }: DatabentoPlan,
  host: string,
  { databentoKey }: DevelopmentKeys,
  env: Environment,
): Promise<Running> {
  writeFileSync(keyFile, databentoKey, { mode: 0o600 });
  const { SIM_SCENARIO: scenario, SIM_HISTORY_MINUTES: minutes } = env;
  return spawnDatabento({
    ...{ livePort, historyPort, host, key: databentoKey, warm: warmOf(env) },
    ...(scenario === 'journey' ? { scenario } : {}),
    ...(minutes === undefined ? {} : { historyMinutes: Number(minutes) }),
  });
}

/** Starts every service of the server; started ones are closed when a later one fails to start. */
export async function openServices(
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
      await open('Rithmic gateway', settings.gatewayPort, () => spawnGateway(gatewaySettings(settings, env))),
    );
    const { databento } = settings;
    if (databento !== null)
      running.push(
        await open('stand-in for Databento', databento.livePort, () =>
          openDatabento(databento, settings.host, keys, env),
        ),
      );
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}
