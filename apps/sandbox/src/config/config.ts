/** Settings of the sandbox from the command line and the environment. Refused in production. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** A setting that cannot be used; the message is for people. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}

/** Where the stand-in for Databento listens, and the file that its key is written to for the server. */
export interface DatabentoPlan {
  readonly livePort: number;
  readonly historyPort: number;
  readonly keyFile: string;
}

export interface SandboxSettings {
  readonly port: number;
  /** The sandbox listens on the five ports after the server's, with Databento on seven. */
  readonly issuerPort: number;
  readonly stripePort: number;
  readonly mailboxPort: number;
  readonly smtpPort: number;
  readonly gatewayPort: number;
  readonly host: string;
  readonly dataDir: string;
  readonly publicOrigin: string;
  readonly issuer: string;
  /** Origin of the payment provider's API, script and pages. */
  readonly stripe: string;
  readonly mailbox: string;
  /** Address of the Rithmic gateway, and where its authority's certificate is written. */
  readonly gateway: string;
  readonly gatewayCaFile: string;
  /** The market feed; null where the server makes its own. */
  readonly databento: DatabentoPlan | null;
  /** Restarts the server when its sources change. */
  readonly watch: boolean;
  /** Environment of the server, without what the sandbox sets itself. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export const USAGE = `npm start -- [options]
  --feed NAME     simulated (default), none, or databento: the stand-in for Databento is started and is the market feed
  --replay FILE   show a recorded session (DBN) in place of the simulated exchange
  --speed N       replay speed: 1 is the speed of the recording, max is as fast as possible
  --seed N        pins the simulated exchange
  --port N        the server's port (default 3000); the sandbox takes the next five: identity issuer, Stripe,
                  mailbox, SMTP, Rithmic gateway; with --feed databento two more`;

/** The sandbox's ports follow the server's. */
const LAST_PORT = 65_535 - 7;

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > LAST_PORT) {
    throw new SandboxError(`PORT ${text}: expected a whole number from 1 to ${LAST_PORT}`);
  }
  return port;
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        feed: { type: 'string' },
        replay: { type: 'string' },
        speed: { type: 'string' },
        seed: { type: 'string' },
        port: { type: 'string' },
        dev: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new SandboxError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The feed of the server: an argument, or what the environment has under its name of today or of earlier versions. */
function feedOf(
  { feed, replay }: { readonly feed?: string | undefined; readonly replay?: string | undefined },
  environment: Environment,
): { readonly isDatabento: boolean; readonly environment: Environment } {
  if (feed !== undefined && replay !== undefined)
    throw new SandboxError('--feed and --replay exclude each other: a recording is a feed');
  if (feed !== undefined && !['simulated', 'databento', 'none'].includes(feed))
    throw new SandboxError(`--feed ${feed}: expected simulated, databento or none`);
  const { MARKET_FEED, FEED } = environment;
  const name = replay === undefined ? (feed ?? MARKET_FEED ?? FEED) : `replay:${resolve(replay)}`;
  return { isDatabento: name === 'databento', environment: { MARKET_FEED: name, FEED: undefined } };
}

/** Reads arguments and environment; null when only help was requested. Throws `SandboxError`. */
export function readSandboxSettings(
  args: readonly string[],
  environment: Environment = process.env,
): SandboxSettings | null {
  if (environment['NODE_ENV'] === 'production') {
    throw new SandboxError(
      'The sandbox is for development and tests: with NODE_ENV=production start apps/server/src/main.ts with an OpenID Connect issuer of your own.',
    );
  }
  const options = readOptions(args);
  if (options.help) return null;
  const port = portOf(options.port ?? environment['PORT'] ?? '3000');
  const publicOrigin = environment['PUBLIC_ORIGIN'] ?? `http://localhost:${port}`;
  const [issuerPort, stripePort, mailboxPort, smtpPort] = [port + 1, port + 2, port + 3, port + 4];
  const gatewayPort = port + 5;
  const dataDir = resolve(environment['DATA_DIR'] ?? '.data');
  const originOf = (at: number) => `http://${new URL(publicOrigin).hostname}:${at}`;
  const feed = feedOf(options, environment);
  const chosen = {
    ...feed.environment,
    REPLAY_SPEED: options.speed ?? environment['REPLAY_SPEED'],
    SIM_SEED: options.seed ?? environment['SIM_SEED'],
    // A line for every request would push the address out of sight
    LOG_LEVEL: environment['LOG_LEVEL'] ?? 'warn',
  };
  return {
    port,
    issuerPort,
    stripePort,
    mailboxPort,
    smtpPort,
    gatewayPort,
    host: environment['HOST'] ?? '127.0.0.1',
    dataDir,
    publicOrigin,
    issuer: originOf(issuerPort),
    stripe: originOf(stripePort),
    mailbox: originOf(mailboxPort),
    gateway: `wss://127.0.0.1:${gatewayPort}`,
    gatewayCaFile: join(dataDir, 'sandbox-rithmic-ca.pem'),
    databento: feed.isDatabento
      ? { livePort: port + 6, historyPort: port + 7, keyFile: join(dataDir, 'sandbox-databento.key') }
      : null,
    watch: options.dev,
    environment: { ...environment, ...chosen },
  };
}
