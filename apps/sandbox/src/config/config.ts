/** Settings of the sandbox from the command line and the environment. Refused in production. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** A setting that cannot be used; the message is for people. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}

export interface SandboxSettings {
  readonly port: number;
  /** The sandbox listens on the five ports after the server's. */
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
  /** Restarts the server when its sources change. */
  readonly watch: boolean;
  /** Environment of the server, without what the sandbox sets itself. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export const USAGE = `npm start -- [options]
  --replay FILE   show a recorded session (DBN) in place of the simulated exchange
  --speed N       replay speed: 1 is the speed of the recording, max is as fast as possible
  --seed N        pins the simulated exchange
  --port N        the server's port (default 3000); the sandbox takes the next five: identity issuer, Stripe,
                  mailbox, SMTP, Rithmic gateway`;

/** The sandbox's ports follow the server's. */
const LAST_PORT = 65_535 - 5;

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

/** Reads arguments and environment; null when only help was requested. Throws `SandboxError`. */
export function readSandboxSettings(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
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
  const chosen = {
    FEED: options.replay === undefined ? environment['FEED'] : `replay:${resolve(options.replay)}`,
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
    watch: options.dev,
    environment: { ...environment, ...chosen },
  };
}
