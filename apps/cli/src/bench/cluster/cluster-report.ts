/** Goals and section of the cluster. */
import { availableParallelism } from 'node:os';
import type { Goal } from '#measurements/goal.ts';
import { quantile } from '#measurements/order-of-values.ts';
import type { ClusterFigures, FanOut, WireRow } from './cluster-figures.ts';

const MAX_OF_FLOOR = 1.5;
const MAX_OF_SOCKET_IO = 0.7;
const MAX_AGE_MS = 150;
const MAX_AWAY_MS = 5000;

const count = (value: number): string => value.toLocaleString('en-GB');
/** Nothing was counted where it is null: JSON has no NaN. */
const fixed = (value: number | null, digits = 0): string => value?.toFixed(digits) ?? '–';
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function fanOutGoals({ sockets, web, floor, socketIo, load }: FanOut & { readonly load: number }): Goal[] {
  const what = `One web process, ${count(sockets)} sockets on one instrument`;
  const at = `load ${load.toFixed(1)}`;
  const ratio = (of: number, maximum: number, name: string): Pick<Goal, 'reached' | 'met'> => ({
    reached: `${(web.microsPerFrame / of).toFixed(2)}× (${web.microsPerFrame.toFixed(1)} and ${of.toFixed(1)} µs a frame, ${name}), ${at}`,
    met: web.microsPerFrame / of <= maximum,
  });
  return [
    {
      ...{ what: `${what}: processor time`, goal: `≤ ${MAX_OF_FLOOR}× the raw-socket floor` },
      ...ratio(floor.microsPerMessage, MAX_OF_FLOOR, 'floor'),
    },
    ...(socketIo === null
      ? []
      : [
          {
            ...{ what: `${what}: the same beside socket.io`, goal: `≤ ${MAX_OF_SOCKET_IO}× socket.io` },
            ...ratio(socketIo.microsPerMessage, MAX_OF_SOCKET_IO, 'socket.io'),
          },
        ]),
    {
      ...{ what: `${what}: age of a frame, p99`, goal: `≤ ${MAX_AGE_MS} ms` },
      reached: `${fixed(web.ages.p99Ms)} ms (p50 ${fixed(web.ages.p50Ms)}; floor ${floor.p99Ms.toFixed(0)}${socketIo === null ? '' : `, socket.io ${socketIo.p99Ms.toFixed(0)}`}), ${at}`,
      met: web.ages.p99Ms <= MAX_AGE_MS,
    },
  ];
}

function takeoverGoals({ takeover }: ClusterFigures): Goal[] {
  const at = `load ${takeover.load.toFixed(1)}`;
  const away = (what: string, values: readonly number[], more: string): Goal => ({
    ...{ what, goal: `p95 ≤ ${seconds(MAX_AWAY_MS)}` },
    reached: `p50 ${seconds(quantile(values, 0.5))}, p95 ${seconds(quantile(values, 0.95))}, ${more}, ${at}`,
    met: quantile(values, 0.95) <= MAX_AWAY_MS,
  });
  const kills = `${takeover.takeovers.length} kills`;
  const back = takeover.returns.killed.flatMap(({ backMs }) => backMs);
  return [
    away(
      'Owner killed: book of another process at a socket',
      takeover.takeovers.map(({ bookMs }) => bookMs),
      kills,
    ),
    away(
      'Owner killed: bars of another process at a socket',
      takeover.takeovers.map(({ barsMs }) => barsMs),
      kills,
    ),
    away(
      'Web process killed: its sockets have data elsewhere',
      back,
      `${back.length} sockets of ${takeover.returns.killed.length} kills`,
    ),
  ];
}

export function clusterGoals(figures: ClusterFigures): Goal[] {
  return [...figures.fanOut.flatMap(fanOutGoals), ...takeoverGoals(figures)];
}

function wireTable(rows: readonly WireRow[]): string[] {
  const percent = (share: number): string => (share * 100).toFixed(1);
  const perUpdate = (share: number, { storedPerSecond }: WireRow): string =>
    ((share * 1e6) / storedPerSecond).toFixed(0);
  return [
    '| Instruments | with views | web processes | updates/s | owners, % of a core | NATS, % | web, % | µs an update: owners | NATS | web | update, bytes | written by NATS, bytes | stored after, p50 / p99 ms | at the views after, p50 / p99 ms |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows.map((row) => {
      const costs = [row.owners, row.nats, row.web];
      const cells = [
        ...[row.instruments, row.withViews, row.readers].map(String),
        row.storedPerSecond.toFixed(0),
        ...[...costs.map(percent), ...costs.map((share) => perUpdate(share, row))],
        ...[fixed(row.bytesPerUpdate), fixed(row.natsBytesPerUpdate)],
        `${fixed(row.publishMs.p50, 1)} / ${fixed(row.publishMs.p99, 1)}`,
        `${fixed(row.ageMs.p50)} / ${fixed(row.ageMs.p99)}`,
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  ];
}

/** The section of docs/measurements.md. */
export function clusterSection(figures: ClusterFigures | null): string {
  if (figures === null)
    return '`npm run bench -- --only cluster`: not measured, nats-server, PostgreSQL or /proc are not on this machine.';
  const { date, fanOut, wire, takeover } = figures;
  const rows = clusterGoals(figures).map(
    ({ what, goal, reached, met }) => `| ${what} | ${goal} | ${reached} | ${met ? 'yes' : 'no'} |`,
  );
  const idle = Object.entries(takeover.idle).map(([role, share]) => `${role} ${(share * 100).toFixed(1)} %`);
  const sizes = fanOut.map(
    ({ sockets, web }) =>
      `${count(sockets)}: ${(web.framesPerSecond / web.socketsAtEnd).toFixed(1)} frames a second of ${(web.bytesPerFrame / 1000).toFixed(1)} kB, ${(web.cpuShare * 100).toFixed(0)} % of a core, ${web.rssMb.toFixed(0)} MB`,
  );
  const firstMs = takeover.takeovers.map((one) => one.firstMs);
  const lost = takeover.returns.killed.map(({ lost: sockets }) => sockets).join(' and ');
  return [
    `\`npm run bench -- --only cluster\`, ${date}: one run, ${availableParallelism()} cores. The load is that of the machine before each measurement.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    ...(fanOut.length === 0
      ? ['The fan-out was not measured: the reference programs are not beside the checkout.']
      : [
          'Fan-out: a process of the role web over NATS, its owner in another one, everything on loopback; best prices change and it trades ten times a second.',
          'Processor time is everything the web process does, the kernel’s share included. The floor is a C program that writes one frame of the same size',
          'to each socket, socket.io sends it to a room; one C client reads all. Ages are from the market’s present to sockets that are written first and last, of',
          `the references from the write. Sockets: ${sizes.join('; ')}.`,
        ]),
    '',
    `Instruments on the wire: two owners, three nats-servers, every update stored by all three; ten updates a second each; load ${wire.load.toFixed(1)}. Rows of a tape through`,
    'feed, detection and a recorder on the embedded database, which is in the owners’ time. The catalogue has 43 instruments: those beyond are copies of',
    'updates, which are encoded, published, delivered and decoded, without a feed and without views. No sockets.',
    '',
    ...wireTable(wire.rows),
    '',
    `Kills: \`npm run cluster\` with ${takeover.instruments} instruments on the sandbox’s exchange, ready after ${takeover.readySeconds.toFixed(0)} s. The owner of ES is killed with SIGKILL; measured until the first`,
    `book and bars of the present of the next owner at a socket of a web process. Its first message, mostly history, is on the wire after p50 ${seconds(quantile(firstMs, 0.5))}, p95 ${seconds(quantile(firstMs, 0.95))}:`,
    'four seconds of it are the lease, what follows is the history that it reads. Web processes: sockets through the proxy that come',
    `back by the page’s rule, the first attempt after a second; ${lost} were lost. With nobody watching, of a core, all processes of a role together: ${idle.join(', ')}.`,
  ].join('\n');
}
