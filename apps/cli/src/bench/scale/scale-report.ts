/** docs/scale.md: machines by the number of viewers, what is full first and what helps, and how far the figures can be trusted. */
import type { ServiceTimes } from '#bench/cluster/service-times.ts';
import { loadsOf } from './arithmetic.ts';
import { DELAYED_FRAMES_PER_SECOND, LEADER_SHARE, UPDATES_PER_SECOND } from './deployment.ts';
import {
  type Machines,
  type Plan,
  type PlanSettings,
  planDeployment,
  postgresLoadOf,
} from './plan-deployment.ts';
import { simulateDeployment } from './simulate-deployment.ts';

const VIEWERS = [1000, 10_000, 100_000, 1_000_000];
export const SETTINGS: PlanSettings = {
  machine: { cores: 8, networkBytesPerSecond: 1.25e9 },
  instruments: 40,
  realTimeShare: 0.6,
  seed: 7,
};
const CHECK_SECONDS = 10;
const SHOWN_STATIONS = 3;

/** What a station is called, and how to get past it. */
const STATIONS: Readonly<Record<keyof Plan['arithmetic'], readonly [name: string, remedy: string]>> = {
  owner: [
    'owner of instruments (one thread)',
    'more processes of the role market: instruments are divided among them. It does not depend on viewers.',
  ],
  natsStream: [
    'leader of the stream (one thread)',
    'several streams, each for a part of the instruments, whose leaders are on different servers. It does not depend on viewers.',
  ],
  natsDelivery: [
    'delivery by NATS (cores)',
    'one reader a machine that hands updates to the web processes beside it, or leaf nodes of NATS: deliveries then grow with machines.',
  ],
  natsNetwork: [
    'network of a nats-server',
    'the same as for delivery; beyond that web processes that subscribe to those instruments only that somebody looks at.',
  ],
  web: [
    'web process (one thread)',
    'more web processes: nothing is kept in them that another one does not have.',
  ],
  webNetwork: [
    'network of a web machine',
    'fewer web processes a machine, or compressed frames (see below).',
  ],
  balancerNetwork: [
    'network of a balancer',
    'more balancers behind several addresses of one name, or balancing of connections where answers do not pass the balancer.',
  ],
  postgres: [
    'PostgreSQL (cores of the primary)',
    'store what was shown to whom every five minutes in place of each; then a database of its own for it.',
  ],
};
/** Those whose load grows with viewers while machines stay as they are. */
const GROWING = ['web', 'webNetwork', 'natsDelivery', 'natsNetwork', 'balancerNetwork', 'postgres'] as const;

const count = (value: number): string => Math.round(value).toLocaleString('en-GB');
const percent = (share: number): string => `${(share * 100).toFixed(share < 0.0995 ? 1 : 0)} %`;
const perSecond = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB/s` : `${count(bytes / 1e6)} MB/s`;

function machinesText(machines: Machines): string {
  const { shared, web, market, nats, balancer, postgres } = machines;
  const total = Object.values(machines).reduce((sum, one) => sum + one, 0);
  const parts = [
    [shared, 'everything'],
    [web, 'web'],
    [market, 'market and work'],
    [nats, 'NATS'],
    [balancer, 'balancers'],
    [postgres, 'PostgreSQL'],
  ] as const;
  const named = parts.filter(([machine]) => machine > 0).map(([machine, name]) => `${machine} ${name}`);
  return `${total}: ${named.join(', ')}`;
}

export function planTable(plans: readonly Plan[]): string[] {
  return [
    '| Viewers | Machines | Web processes | Sockets of each | To viewers | Age p50 / p99, simulated |',
    '|---|---|---|---|---|---|',
    ...plans.map(({ viewers, machines, deployment, simulated, bytesPerSecond }) => {
      const sockets = deployment.realTimeSockets + deployment.delayedSockets;
      const ages = `${count(simulated.ageMs.p50)} / ${count(simulated.ageMs.p99)} ms`;
      return `| ${[count(viewers), machinesText(machines), count(deployment.webs), count(sockets), perSecond(bytesPerSecond), ages].join(' | ')} |`;
    }),
  ];
}

function loadTable(plans: readonly Plan[]): string[] {
  const stations = Object.entries(STATIONS) as [keyof Plan['arithmetic'], readonly [string, string]][];
  return [
    `| Station | ${plans.map(({ viewers }) => count(viewers)).join(' | ')} |`,
    `|---|${plans.map(() => '---|').join('')}`,
    ...stations.map(([station, [name]]) => {
      const cells = plans.map(({ arithmetic, simulated }) => {
        const loads: Readonly<Partial<Plan['arithmetic']>> = simulated.loads;
        const load = loads[station];
        const average = percent(arithmetic[station]);
        return load === undefined ? average : `${average} (${percent(load)})`;
      });
      return `| ${name} | ${cells.join(' | ')} |`;
    }),
  ];
}

/** Stations by the number of viewers at which they are full, with machines as they are; NATS as web processes are added. */
function fullAt(
  times: ServiceTimes,
  { viewers, arithmetic, deployment }: Plan,
): readonly { readonly station: (typeof GROWING)[number]; readonly viewers: number }[] {
  // What they do without viewers
  const fixed: Readonly<Partial<Plan['arithmetic']>> = {
    web: loadsOf(times, { ...deployment, realTimeSockets: 0, delayedSockets: 0 }).web,
    postgres: postgresLoadOf(times, SETTINGS, 0),
  };
  return GROWING.map((station) => {
    const base = fixed[station] ?? 0;
    return { station, viewers: (viewers * (1 - base)) / (arithmetic[station] - base) };
  }).toSorted((one, other) => one.viewers - other.viewers);
}

function stepText(times: ServiceTimes, plan: Plan): string[] {
  const full = fullAt(times, plan);
  const [first] = full;
  if (first === undefined) return [];
  const order = full
    .slice(0, SHOWN_STATIONS)
    .map(
      ({ station, viewers }) => `${STATIONS[station][0]} at ${count(Number(viewers.toPrecision(2)))} viewers`,
    );
  const [, second] = full;
  return [
    `### ${count(plan.viewers)} viewers`,
    '',
    `Full are, in this order: ${order.join(', ')}.`,
    '',
    ...[first, second].flatMap((one) =>
      one === undefined ? [] : [`- ${STATIONS[one.station][0]}: ${STATIONS[one.station][1]}`],
    ),
    '',
  ];
}

function checkText(times: ServiceTimes): string {
  const { sockets, p50Ms, p99Ms } = times.measuredAges;
  const { ageMs } = simulateDeployment(
    times,
    {
      ...{ instruments: 1, owners: 1, natsServers: 3, natsCores: 1, webs: 1 },
      ...{ realTimeSockets: sockets, delayedSockets: 0, networkBytesPerMs: 1e9 },
    },
    { seed: SETTINGS.seed, seconds: CHECK_SECONDS },
  );
  return `${count(sockets)} sockets of one process on one instrument: measured p50 ${count(p50Ms)} ms and p99 ${count(p99Ms)} ms, simulated ${count(ageMs.p50)} ms and ${count(ageMs.p99)} ms`;
}

export function makePlans(times: ServiceTimes): readonly Plan[] {
  return VIEWERS.map((viewers) => planDeployment(times, SETTINGS, viewers));
}

export function scaleNote(times: ServiceTimes, plans: readonly Plan[]): string {
  const { machine, instruments, realTimeShare } = SETTINGS;
  const micros = (value: number): string => `${value < 10 ? value.toFixed(1) : count(value)} µs`;
  return [
    '# Scale',
    '',
    `Written by \`npm run bench -- --only scale\` from [service-times.json](service-times.json), which \`npm run bench -- --only cluster\` measured on ${times.measured} at a load of up to`,
    `${times.load.toFixed(1)}. Machines are estimates: nobody ran more than one machine. What was measured is in [measurements.md](measurements.md), “Cluster”.`,
    '',
    '## Machines',
    '',
    ...planTable(plans),
    '',
    `A machine has ${machine.cores} cores and ${(machine.networkBytesPerSecond * 8) / 1e9} Gbit/s. One web machine may be lost without the others exceeding the goal; owners may take over what`,
    `another one had. ${instruments} instruments with ${UPDATES_PER_SECOND} updates a second each; ${percent(realTimeShare)} of the viewers in real time (${UPDATES_PER_SECOND} frames a second), the others with a delay`,
    `(${DELAYED_FRAMES_PER_SECOND} frames); a frame is ${count(times.frameBytes)} bytes and contains one instrument. Who looks at three has frames three times as long: the network is full at a third of the viewers.`,
    '',
    '## Loads',
    '',
    'By multiplication, in brackets as simulated: both must agree, and the queues that only the simulation has make the ages above.',
    '',
    ...loadTable(plans),
    '',
    '## What is full first',
    '',
    'As viewers become more and machines stay as they are; of NATS, as web processes are added with the viewers.',
    '',
    ...plans.flatMap((plan) => stepText(times, plan)),
    '## Compressed frames',
    '',
    'From some ten thousand viewers on, what is sent costs more than what is computed. Frames are encoded once for everybody who sees the same; compressed once as well,',
    'without context between frames, they would be a fraction of the bytes at nearly the same processor time. The product does not do so yet.',
    '',
    '## Service times',
    '',
    '| Work | Processor time |',
    '|---|---|',
    `| Owner: feed, detection, recorder and publishing, an update | ${micros(times.ownerMicrosPerUpdate)} |`,
    `| NATS: an update stored by three servers, all together | ${micros(times.natsMicrosPerUpdate)} |`,
    `| NATS: the update to one more reader | ${micros(times.natsMicrosPerDelivery)} |`,
    `| Web process: an update and its views | ${micros(times.webMicrosPerUpdate)} |`,
    `| Web process: a frame to a socket, everything else of the process divided among frames | ${micros(times.webMicrosPerFrame)} |`,
    `| PostgreSQL: a second of an instrument | ${micros(times.postgresMicrosPerInstrumentSecond)} |`,
    `| PostgreSQL: what was shown to a viewer, once a minute | ${micros(times.postgresMicrosPerViewerMinute)} |`,
    '',
    `## How it is simulated`,
    '',
    `Discrete events, seed ${SETTINGS.seed}: owners make their rounds every ${1000 / UPDATES_PER_SECOND} ms at instants of their own; an update passes the owner’s thread, waits ${times.publishP50Ms.toFixed(1)} ms for the other`,
    `servers, then the thread of the stream’s leader (${percent(LEADER_SHARE)} of the work of storing, an assumption), the cores of a server that deliver, and the thread of a web process, which writes to its sockets at`,
    'most every 90 ms in slices of 500, as the product does; last is the network card. Half of each service time is constant and half exponential.',
    '',
    `Beside a measurement: ${checkText(times)}.`,
    '',
    '## What it leaves out',
    '',
    '- Pages and requests: a browser that stays open sends few. Sign-ins after a lost machine: its viewers come back within seconds, each with a request and a whole state.',
    '- Distance: on loopback the sender also does the receiver’s work; a real network adds delay and TLS adds processor time, neither was measured.',
    '- Instruments that an owner is prepared to run next: at most as much again as those that it owns. An owner is planned to be less than half busy, so that it can run both.\n- Moments of a market in which every instrument has far more trades: updates stay at ten a second, but each is larger.',
    '- Alerts and mails, which depend on rules rather than on sockets.',
    '',
  ].join('\n');
}
