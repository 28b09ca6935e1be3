/** What a unit of work costs, as the drivers of the cluster measured it: kept in docs/service-times.json. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ClusterFigures, WireRow } from './cluster-figures.ts';

const FILE = fileURLToPath(new URL('../../../../../docs/service-times.json', import.meta.url));

/** Processor microseconds, the kernel's share included, unless the name says otherwise. */
export interface ServiceTimes {
  readonly measured: string;
  /** Load of the machine before the measurements. */
  readonly load: number;
  /** Feed, detection, recorder and publishing, for an update of an instrument. */
  readonly ownerMicrosPerUpdate: number;
  /** Of the three servers together, stored by all; without readers. */
  readonly natsMicrosPerUpdate: number;
  /** The same for each process that reads the update. */
  readonly natsMicrosPerDelivery: number;
  /** Decoding and the views of every delay. */
  readonly webMicrosPerUpdate: number;
  readonly webMicrosPerFrame: number;
  /** PostgreSQL, for a second of an instrument. */
  readonly postgresMicrosPerInstrumentSecond: number;
  readonly updateBytes: number;
  readonly frameBytes: number;
  /** From the call to the answer of the stream, milliseconds. */
  readonly publishP50Ms: number;
  /** PostgreSQL, for what was shown to a viewer: stored once a minute. */
  readonly postgresMicrosPerViewerMinute: number;
  /** Ages that were measured at so many sockets of one process on one instrument: what a simulation must come near to. */
  readonly measuredAges: { readonly sockets: number; readonly p50Ms: number; readonly p99Ms: number };
}

function slope(
  first: WireRow,
  last: WireRow,
  of: (row: WireRow) => number,
  per: (row: WireRow) => number,
): number {
  return Math.max(0, (of(last) - of(first)) / (per(last) - per(first)));
}

/** Null without a fan-out. */
export function serviceTimesOf({ date, fanOut, wire, takeover, usage }: ClusterFigures): ServiceTimes | null {
  const largest = fanOut.at(-1);
  const single = wire.rows.filter(({ readers }) => readers === 1);
  const [first] = single;
  const last = single.findLast(({ withViews, instruments }) => withViews === instruments);
  const most = single.at(-1);
  const shared = wire.rows.find(({ readers }) => readers > 1);
  if (
    largest === undefined ||
    first === undefined ||
    last === undefined ||
    most === undefined ||
    shared === undefined
  )
    return null;
  const second = 1e6;
  // Both at the same count of instruments: what differs are the readers
  const natsOf = (row: WireRow): number => (row.nats * second) / row.storedPerSecond;
  const perDelivery = Math.max(0, (natsOf(shared) - natsOf(most)) / (shared.readers - 1));
  const perUpdate = slope(
    first,
    most,
    ({ nats }) => nats * second,
    ({ storedPerSecond }) => storedPerSecond,
  );
  return {
    measured: date,
    load: Math.max(wire.load, takeover.load, ...fanOut.map(({ load }) => load)),
    ownerMicrosPerUpdate: slope(
      first,
      last,
      ({ owners }) => owners * second,
      ({ storedPerSecond }) => storedPerSecond,
    ),
    natsMicrosPerUpdate: Math.max(0, perUpdate - perDelivery),
    natsMicrosPerDelivery: perDelivery,
    webMicrosPerUpdate: slope(
      first,
      last,
      ({ web }) => web * second,
      ({ updatesPerSecond }) => updatesPerSecond,
    ),
    webMicrosPerFrame: largest.web.microsPerFrame,
    postgresMicrosPerInstrumentSecond: ((takeover.idle['postgres'] ?? 0) * second) / takeover.instruments,
    updateBytes: last.bytesPerUpdate,
    frameBytes: largest.web.bytesPerFrame,
    publishP50Ms: first.publishMs.p50 ?? 0,
    postgresMicrosPerViewerMinute: usage?.microsPerRow ?? 0,
    measuredAges: { sockets: largest.sockets, p50Ms: largest.web.ages.p50Ms, p99Ms: largest.web.ages.p99Ms },
  };
}

export function writeServiceTimes(times: ServiceTimes): void {
  const rounded = (_name: string, value: unknown): unknown =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value;
  writeFileSync(FILE, `${JSON.stringify(times, rounded, 2)}\n`);
}

/** Throws where nothing was measured yet. */
export function readServiceTimes(): ServiceTimes {
  if (!existsSync(FILE))
    throw new Error('expected docs/service-times.json: measure first with npm run bench -- --only cluster');
  return JSON.parse(readFileSync(FILE, 'utf8')) as ServiceTimes;
}
