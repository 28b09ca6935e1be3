/** Figures of several processes as one product: sockets of a web process, instruments on the wire, and processes that are killed. */
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasProcessFigures } from '#bench/processes/process-figures.ts';
import { runDriver } from '#bench/processes/started-scripts.ts';
import {
  type ClusterFigures,
  type FanOut,
  isFanOut,
  isTakeovers,
  isUsage,
  isWire,
} from './cluster-figures.ts';
import { serviceTimesOf, writeServiceTimes } from './service-times.ts';

/** Beside the checkout, as the other reference programs are. */
const SOURCES = fileURLToPath(new URL('../../../../../../shared/perf-reference/fanout/', import.meta.url));
const NATS = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'];
const POSTGRES = ['/usr/lib/postgresql'];
const FAN_OUT_SECONDS = 10;
const INSTRUMENTS = '1,10,40,100';
const WIRE_SECONDS = 8;
const IDLE_SECONDS = 20;
const RETURNING_SOCKETS = 160;
const USAGE_PEOPLE = 5000;

export interface ClusterSettings {
  /** The most of one process; a tenth of it is measured as well. */
  readonly sockets: number;
  readonly takeovers: number;
  /** Folder of the reference programs; undefined: beside the checkout. */
  readonly reference: string | undefined;
  /** Folder `node_modules` with ws and socket.io; undefined where there is none. */
  readonly modules: string | undefined;
}

type Note = (line: string) => void;

/** Null where the programs of a cluster are missing: without a nats-server, PostgreSQL or /proc. Takes eight minutes on a quiet machine. */
export async function measureCluster(note: Note, settings: ClusterSettings): Promise<ClusterFigures | null> {
  if (!hasProcessFigures() || ![NATS, POSTGRES].every((places) => places.some((place) => existsSync(place))))
    return null;
  const { takeovers } = settings;
  const fanOut = await measureFanOuts(note, settings);
  const load = (): number => loadavg()[0] ?? Number.NaN;
  note(`instruments on the wire: ${INSTRUMENTS}`);
  const wireLoad = load();
  const wire = { ...(await runDriver('wire', isWire, [INSTRUMENTS, `${WIRE_SECONDS}`])), load: wireLoad };
  note(`owners and web processes killed: ${takeovers} and 2`);
  const takeoverLoad = load();
  const words = [takeovers, IDLE_SECONDS, RETURNING_SOCKETS].map(String);
  const takeover = { ...(await runDriver('takeover', isTakeovers, words)), load: takeoverLoad };
  note('what was shown to whom, in PostgreSQL');
  const usage = await runDriver('usage', isUsage, [`${USAGE_PEOPLE}`]);
  const figures = { date: new Date().toISOString().slice(0, 10), fanOut, wire, takeover, usage };
  const times = serviceTimesOf(figures);
  if (times !== null) writeServiceTimes(times);
  return figures;
}

async function measureFanOuts(
  note: Note,
  { sockets: most, reference = SOURCES, modules = '' }: ClusterSettings,
): Promise<ClusterFigures['fanOut']> {
  if (!existsSync(join(reference, 'client.c'))) {
    note(`the reference programs are not in ${reference}: no fan-out`);
    return [];
  }
  if (modules === '') note('--modules names no folder with ws and socket.io: not measured beside socket.io');
  const measure = async (sockets: number) => {
    note(`one web process with ${sockets} sockets`);
    const load = loadavg()[0] ?? Number.NaN;
    const figures: FanOut = await runDriver('webFanOut', isFanOut, [
      ...[`${sockets}`, `${FAN_OUT_SECONDS}`, reference, modules],
    ]);
    return { ...figures, load };
  };
  const measured = [];
  for (const size of [Math.ceil(most / 10), most]) {
    const figures = await measure(size);
    // Where the machine does not bear that many, half of them
    const isBorne = figures.web.socketsAtEnd >= size;
    measured.push(isBorne ? figures : await measure(Math.ceil(size / 2)));
  }
  return measured;
}
