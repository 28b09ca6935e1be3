/** Arguments of `npm run cluster`, and the ports of its processes. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSandboxSettings, SandboxError, type SandboxSettings } from './config.ts';

export const ROLES = ['market', 'web', 'work'] as const;
export type Role = (typeof ROLES)[number];

export interface RoleProcess {
  readonly role: Role;
  /** Such as `market-1`. */
  readonly name: string;
  readonly port: number;
}

export interface NatsPorts {
  readonly client: number;
  /** Between the nodes. */
  readonly route: number;
  readonly monitor: number;
}

export interface ClusterSettings {
  readonly sandbox: SandboxSettings;
  readonly instruments: string;
  readonly processes: readonly RoleProcess[];
  readonly nats: readonly NatsPorts[];
  readonly postgresPort: number;
}

/** What the command line wants. */
export type ClusterCommand =
  | { readonly act: 'help' }
  | { readonly act: 'status'; readonly dataDir: string; readonly all: boolean }
  | { readonly act: 'start'; readonly settings: ClusterSettings };

export const CLUSTER_USAGE = `npm run cluster -- [options]
  --instruments ES,NQ      what is simulated (default ES,NQ,CL,GC)
  --market N --web N --work N   processes of each role, from 1 to 9 (default 2)
  --data-dir DIR           everything is kept there (default .data/cluster)
  --port N                 the port of the proxy (default 3000); the fifty after it are taken as well
  --status                 print role, process id and address of each process of the running cluster as JSON;
                           with --all also those of NATS, PostgreSQL and the proxy`;

const DEFAULT_INSTRUMENTS = 'ES,NQ,CL,GC';
const MAX_PROCESSES = 9;
const NATS_NODES = [0, 1, 2];

/** Counted from the port of the proxy; the sandbox's services have the first seven. */
const PLACES = { client: 10, route: 13, monitor: 16, postgres: 19, market: 20, web: 30, work: 40 } as const;
const LAST_PORT = 65_535 - 50;

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        instruments: { type: 'string', default: DEFAULT_INSTRUMENTS },
        market: { type: 'string', default: '2' },
        web: { type: 'string', default: '2' },
        work: { type: 'string', default: '2' },
        'data-dir': { type: 'string' },
        port: { type: 'string' },
        status: { type: 'boolean', default: false },
        all: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new SandboxError(`${error instanceof Error ? error.message : error}\n${CLUSTER_USAGE}`);
  }
}

function countOf(role: Role, text: string): number {
  const count = Number(text);
  if (/^\d$/.test(text) && count >= 1) return count;
  throw new SandboxError(`--${role} ${text}: expected a whole number from 1 to ${MAX_PROCESSES}`);
}

function processesOf(counts: Readonly<Record<Role, string>>, port: number): readonly RoleProcess[] {
  return ROLES.flatMap((role) =>
    Array.from({ length: countOf(role, counts[role]) }, (_, at) => ({
      role,
      name: `${role}-${at + 1}`,
      port: port + PLACES[role] + at,
    })),
  );
}

function symbolsOf(text: string): string {
  if (/^[A-Z0-9]+(,[A-Z0-9]+)*$/.test(text)) return text;
  throw new SandboxError(`--instruments ${text}: expected symbols separated by commas, for example ES,NQ`);
}

/** Reads arguments and environment. Throws `SandboxError`. */
export function readClusterCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): ClusterCommand {
  const options = readOptions(args);
  if (options.help) return { act: 'help' };
  const dataDir = resolve(options['data-dir'] ?? environment['DATA_DIR'] ?? '.data/cluster');
  if (options.status) return { act: 'status', dataDir, all: options.all };
  const given = [
    // One exchange outside of them: whoever takes an instrument over reads the same market
    ...['--feed', 'databento'],
    ...(options.port === undefined ? [] : ['--port', options.port]),
  ];
  const sandbox = readSandboxSettings(given, { ...environment, DATA_DIR: dataDir });
  if (sandbox === null) return { act: 'help' };
  const { port } = sandbox;
  if (port > LAST_PORT)
    throw new SandboxError(`PORT ${port}: expected a whole number from 1 to ${LAST_PORT}`);
  const settings: ClusterSettings = {
    sandbox,
    instruments: symbolsOf(options.instruments),
    processes: processesOf(options, port),
    nats: NATS_NODES.map((at) => ({
      client: port + PLACES.client + at,
      route: port + PLACES.route + at,
      monitor: port + PLACES.monitor + at,
    })),
    postgresPort: port + PLACES.postgres,
  };
  return { act: 'start', settings };
}
