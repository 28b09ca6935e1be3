/** The machines for a number of viewers: as many sockets a process as keep the ages within the goal, and the rest by shares of load. */
import type { ServiceTimes } from '#bench/cluster/service-times.ts';
import { framesPerSecondOf, loadsOf, trafficOf } from './arithmetic.ts';
import { type Audience, type Deployment, OVERHEAD_BYTES } from './deployment.ts';
import { type SimulatedDeployment, simulateDeployment } from './simulate-deployment.ts';

export interface Machine {
  readonly cores: number;
  readonly networkBytesPerSecond: number;
}

export interface PlanSettings {
  readonly machine: Machine;
  readonly instruments: number;
  readonly realTimeShare: number;
  readonly seed: number;
}

/** By what it does; of a small deployment three machines do everything but the database. */
export interface Machines {
  readonly shared: number;
  readonly web: number;
  readonly market: number;
  readonly nats: number;
  readonly balancer: number;
  readonly postgres: number;
}

/** What all viewers share, as a share of what it can do. */
export interface SharedLoads {
  readonly natsNetwork: number;
  readonly balancerNetwork: number;
  readonly postgres: number;
}

export interface Plan {
  readonly viewers: number;
  readonly socketsOfWeb: number;
  readonly websOfMachine: number;
  readonly deployment: Deployment;
  readonly machines: Machines;
  readonly arithmetic: ReturnType<typeof loadsOf> & SharedLoads;
  readonly simulated: SimulatedDeployment;
  readonly bytesPerSecond: number;
}

const MAX_AGE_MS = 150;
/** Of a process that others depend on at any moment; an owner must be able to take over what another one had. */
const MOST = { web: 0.6, owner: 0.4, network: 0.7 };
const SOCKET_STEP = 250;
const MOST_SOCKETS = 20_000;
/** Of a machine with web processes: the kernel's network work and what else runs there. */
const OTHER_CORES = 2;
const NATS_SERVERS = 3;
const SEARCH_SECONDS = 3;
const RUN_SECONDS = 10;
const PAIR = 2;
const SMALL = 3;

function deploymentOf(
  times: ServiceTimes,
  settings: PlanSettings,
  sockets: number,
  webs: number,
): Deployment {
  const { machine, instruments, realTimeShare } = settings;
  const perOwner = Math.max(1, Math.floor((MOST.owner * 1e6) / (10 * times.ownerMicrosPerUpdate)));
  const realTimeSockets = Math.round(sockets * realTimeShare);
  return {
    ...{ instruments, webs, realTimeSockets, delayedSockets: sockets - realTimeSockets },
    owners: Math.max(PAIR, Math.ceil(instruments / perOwner)),
    ...{ natsServers: NATS_SERVERS, natsCores: machine.cores },
    networkBytesPerMs: machine.networkBytesPerSecond / 1000 / websOfMachine(machine),
  };
}

function websOfMachine({ cores }: Machine): number {
  return Math.max(1, cores - OTHER_CORES);
}

/** The most sockets of a web process whose ages stay within the goal, beside so many others. */
export function socketsOfWeb(times: ServiceTimes, settings: PlanSettings, webs: number): number {
  const isWithin = (sockets: number): boolean => {
    const deployment = deploymentOf(times, settings, sockets, webs);
    const { web, webNetwork } = loadsOf(times, deployment);
    if (web > MOST.web || webNetwork > MOST.network) return false;
    const { ageMs } = simulateDeployment(times, deployment, { seed: settings.seed, seconds: SEARCH_SECONDS });
    return ageMs.p99 <= MAX_AGE_MS;
  };
  let [most, tooMany] = [0, MOST_SOCKETS / SOCKET_STEP + 1];
  while (tooMany - most > 1) {
    const middle = (most + tooMany) >> 1;
    if (isWithin(middle * SOCKET_STEP)) most = middle;
    else tooMany = middle;
  }
  if (most === 0)
    throw new Error(
      `expected a web process to bear ${SOCKET_STEP} sockets within ${MAX_AGE_MS} ms at the measured service times`,
    );
  return most * SOCKET_STEP;
}

/** Of the cores of its machine. */
export function postgresLoadOf(
  times: ServiceTimes,
  { machine, instruments }: PlanSettings,
  viewers: number,
): number {
  const micros =
    instruments * times.postgresMicrosPerInstrumentSecond +
    (viewers / 60) * times.postgresMicrosPerViewerMinute;
  return micros / 1e6 / machine.cores;
}

export function planDeployment(times: ServiceTimes, settings: PlanSettings, viewers: number): Plan {
  const { machine, realTimeShare } = settings;
  const audience: Audience = { viewers, realTimeShare };
  let sockets = socketsOfWeb(times, settings, PAIR);
  // More processes are more readers, which again take time from each
  sockets = socketsOfWeb(times, settings, Math.max(PAIR, Math.ceil(viewers / sockets)));
  const perMachine = websOfMachine(machine);
  const needed = Math.ceil(viewers / sockets);
  const isSmall = needed <= PAIR;
  // One machine may be lost
  const webMachines = isSmall ? 0 : Math.ceil(needed / perMachine) + 1;
  const webs = isSmall ? SMALL : webMachines * perMachine;
  const deployment = deploymentOf(times, settings, Math.ceil(viewers / webs), webs);
  const traffic = trafficOf(times, audience, deployment);
  const network = machine.networkBytesPerSecond;
  const balancers = isSmall ? 0 : Math.max(PAIR, Math.ceil(traffic.viewers / (network * MOST.network)));
  return {
    ...{ viewers, socketsOfWeb: sockets, websOfMachine: perMachine, deployment },
    machines: {
      ...{ shared: isSmall ? SMALL : 0, web: webMachines, postgres: PAIR, balancer: balancers },
      // Owners and the jobs of the role work
      market: isSmall ? 0 : Math.max(PAIR, Math.ceil(deployment.owners / perMachine)),
      nats: isSmall ? 0 : NATS_SERVERS,
    },
    arithmetic: {
      ...loadsOf(times, deployment),
      natsNetwork: traffic.natsServer / network,
      balancerNetwork: traffic.viewers / (network * Math.max(balancers, isSmall ? SMALL : 0)),
      postgres: postgresLoadOf(times, settings, viewers),
    },
    simulated: simulateDeployment(times, deployment, { seed: settings.seed, seconds: RUN_SECONDS }),
    bytesPerSecond:
      framesPerSecondOf(viewers * realTimeShare, viewers * (1 - realTimeShare)) *
      (times.frameBytes + OVERHEAD_BYTES),
  };
}
