/** Three nodes of nats-server with JetStream on this machine. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { NatsPorts } from '#config/cluster-settings.ts';
import { findProgram } from './find-program.ts';
import { LogFile } from './log-file.ts';
import { type Program, ProgramError } from './supervised-program.ts';

const POLL_MS = 100;
const HOST = '127.0.0.1';

/** Throws `ProgramError` with what to install where there is none. */
export function requireNats(path: string): string {
  const found = findProgram('nats-server', path);
  if (found !== null) return found;
  throw new ProgramError(
    'nats-server is not installed on this machine. On Debian or Ubuntu: apt-get install nats-server; on macOS: ' +
      'brew install nats-server; otherwise put the release from https://github.com/nats-io/nats-server on the path.',
  );
}

function configOf(name: string, ports: NatsPorts, all: readonly NatsPorts[], store: string): string {
  const routes = all.map(({ route }) => JSON.stringify(`nats://${HOST}:${route}`)).join(', ');
  return [
    `server_name: ${name}`,
    `listen: "${HOST}:${ports.client}"`,
    `http: "${HOST}:${ports.monitor}"`,
    // An update with the whole state of an instrument is larger than the default allows for
    'max_payload: 8MB',
    `jetstream { store_dir: ${JSON.stringify(store)}, max_memory_store: 256MB, max_file_store: 20GB }`,
    // Clients have all addresses, and the way to each that somebody put between
    `cluster { name: undertow, listen: "${HOST}:${ports.route}", routes: [${routes}], no_advertise: true }`,
    '',
  ].join('\n');
}

interface JetStreamState {
  readonly meta_cluster?: { readonly leader?: string };
}

/** A node takes requests once it knows the leader of all nodes. */
async function hasLeader({ monitor }: NatsPorts): Promise<boolean> {
  try {
    const response = await fetch(`http://${HOST}:${monitor}/jsz`, { signal: AbortSignal.timeout(1_000) });
    const { meta_cluster: meta } = (await response.json()) as JetStreamState;
    return (meta?.leader ?? '') !== '';
  } catch {
    return false;
  }
}

/** Programs of the nodes. `folder` keeps their configuration, their streams and their logs; `stage` is that of their end. */
export function natsPrograms(
  binary: string,
  folder: string,
  ports: readonly NatsPorts[],
  stage: number,
): readonly Program[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return ports.map((own, at): Program => {
    const name = `nats-${at + 1}`;
    const config = join(folder, `${name}.conf`);
    writeFileSync(config, configOf(name, own, ports, join(folder, name)), { mode: 0o600 });
    const log = new LogFile(join(folder, `${name}.log`));
    return {
      name,
      stage,
      signal: 'SIGTERM',
      spawn: () =>
        log.lend((file) =>
          spawn(binary, ['--config', config], { detached: true, stdio: ['ignore', file, file] }),
        ),
      async untilReady(_child, ended) {
        while (!(ended.aborted || (await hasLeader(own)))) await wait(POLL_MS);
      },
      explain: () => log.tail(),
    };
  });
}

/** The value of NATS_URL. */
export function natsAddress(ports: readonly NatsPorts[]): string {
  return ports.map(({ client }) => `nats://${HOST}:${client}`).join(',');
}
