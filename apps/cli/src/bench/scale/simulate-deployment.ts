/**
 * Lets the updates of a deployment pass through its stations: owner, the leader of the stream, delivery, web process, its
 * network card. Web processes are alike: a few are simulated, the others weigh on NATS.
 */
import { seededDraws, type UnitDraw } from '@undertow/market';
import type { ServiceTimes } from '#bench/cluster/service-times.ts';
import { quantile } from '#measurements/order-of-values.ts';
import {
  DELAYED_FRAMES_PER_SECOND,
  type Deployment,
  LEADER_SHARE,
  OVERHEAD_BYTES,
  UPDATES_PER_SECOND,
} from './deployment.ts';
import { EventQueue } from './event-queue.ts';
import { Station } from './station.ts';

const SECOND_MS = 1000;
const EVERY_MS = SECOND_MS / UPDATES_PER_SECOND;
/** Between two flushes of a web process, and the sockets that it writes before others get their turn: as in the product. */
const FLUSH_MS = 90;
const SLICE = 500;
const SIMULATED_WEBS = 3;
/** Ages of the first moment are those of empty queues. */
const WARM_MS = SECOND_MS;

export interface Loads {
  readonly owner: number;
  /** The leader of the stream: one thread. */
  readonly natsStream: number;
  /** Cores of a nats-server that deliver. */
  readonly natsDelivery: number;
  readonly web: number;
  readonly webNetwork: number;
}

export interface SimulatedDeployment {
  readonly loads: Loads;
  /** From the round of the owner until a frame in real time has left the machine. */
  readonly ageMs: { readonly p50: number; readonly p99: number };
  readonly frames: number;
}

interface World {
  readonly queue: EventQueue;
  readonly times: ServiceTimes;
  readonly deployment: Deployment;
  readonly draw: UnitDraw;
  readonly ages: number[];
}

/** Half of a service time is always the same, half is exponential. */
function workMs({ draw }: World, micros: number): number {
  return (micros / 1000) * (0.5 - 0.5 * Math.log(1 - draw()));
}

class Web {
  readonly process: Station;
  readonly network: Station;
  frames = 0;
  readonly #world: World;
  /** The market's present of instruments that changed since the last flush. */
  #changed = new Map<number, number>();
  #isFlushing = false;
  #flushedMs = Number.NEGATIVE_INFINITY;

  constructor(world: World) {
    this.#world = world;
    this.process = new Station(world.queue);
    this.network = new Station(world.queue);
    const everyMs = SECOND_MS / DELAYED_FRAMES_PER_SECOND;
    const sendDelayed = (): void => {
      this.#write(world.deployment.delayedSockets, null);
      world.queue.at(world.queue.nowMs + everyMs, sendDelayed);
    };
    world.queue.at(world.draw() * everyMs, sendDelayed);
  }

  onUpdate(instrument: number, asOfMs: number): void {
    const { queue, times } = this.#world;
    this.process.serve(workMs(this.#world, times.webMicrosPerUpdate), () => {
      this.#changed.set(instrument, asOfMs);
      if (this.#isFlushing) return;
      this.#isFlushing = true;
      queue.at(this.#flushedMs + FLUSH_MS, () => this.#flush());
    });
  }

  #flush(): void {
    this.#isFlushing = false;
    this.#flushedMs = this.#world.queue.nowMs;
    const changed = [...this.#changed.values()];
    this.#changed = new Map();
    const { realTimeSockets, instruments } = this.#world.deployment;
    // Those who look at one of these
    this.#write(Math.round((realTimeSockets * changed.length) / instruments), changed);
  }

  /** A slice after the other; `asOfMs` is null for frames whose age is a plan's delay. */
  #write(sockets: number, asOfMs: readonly number[] | null): void {
    if (sockets <= 0) return;
    const { times, deployment, queue, draw, ages } = this.#world;
    const size = Math.min(SLICE, sockets);
    const bytes = size * (times.frameBytes + OVERHEAD_BYTES);
    this.process.serve(workMs(this.#world, size * times.webMicrosPerFrame), () => {
      this.frames += size;
      const seen = asOfMs?.[Math.floor(draw() * asOfMs.length)] ?? Number.NaN;
      this.network.serve(bytes / deployment.networkBytesPerMs, () => {
        if (!Number.isNaN(seen) && queue.nowMs > WARM_MS) ages.push(queue.nowMs - seen);
      });
      this.#write(sockets - size, asOfMs);
    });
  }
}

/** The same seed gives the same figures. */
export function simulateDeployment(
  times: ServiceTimes,
  deployment: Deployment,
  { seed, seconds }: { readonly seed: number; readonly seconds: number },
): SimulatedDeployment {
  const queue = new EventQueue();
  const world: World = { queue, times, deployment, draw: seededDraws(seed), ages: [] };
  const { draw } = world;
  const { instruments, natsServers, natsCores, webs: readers } = deployment;
  const owners = Array.from({ length: deployment.owners }, () => new Station(queue));
  const stream = new Station(queue);
  const delivery = new Station(queue, natsCores);
  const webs = Array.from({ length: Math.min(SIMULATED_WEBS, readers) }, () => new Web(world));
  // Readers are spread over the servers; the simulated ones are those of the leader
  const readersOfServer = Math.max(webs.length, Math.ceil(readers / natsServers));
  const deliver = (instrument: number, asOfMs: number): void => {
    for (const web of webs)
      delivery.serve(workMs(world, times.natsMicrosPerDelivery), () => web.onUpdate(instrument, asOfMs));
    const others = readersOfServer - webs.length;
    // Divided among the cores, as many pieces as there are
    for (let core = 0; core < natsCores && others > 0; core += 1)
      delivery.serve(workMs(world, (times.natsMicrosPerDelivery * others) / natsCores));
  };
  for (const [at, owner] of owners.entries()) {
    const own = Array.from({ length: instruments }, (_, id) => id).filter((id) => id % owners.length === at);
    const round = (): void => {
      const asOfMs = queue.nowMs;
      queue.at(asOfMs + EVERY_MS, round);
      for (const instrument of own)
        owner.serve(workMs(world, times.ownerMicrosPerUpdate), () =>
          // The answers of the other servers, which nobody's processor waits for
          queue.at(queue.nowMs + times.publishP50Ms, () =>
            stream.serve(workMs(world, times.natsMicrosPerUpdate * LEADER_SHARE), () =>
              deliver(instrument, asOfMs),
            ),
          ),
        );
    };
    queue.at(draw() * EVERY_MS, round);
  }
  const endMs = seconds * SECOND_MS;
  queue.runUntil(endMs);
  const most = (stations: readonly Station[]): number =>
    Math.max(...stations.map((station) => station.loadAt(endMs)));
  return {
    loads: {
      owner: most(owners),
      natsStream: stream.loadAt(endMs),
      natsDelivery: delivery.loadAt(endMs),
      web: most(webs.map((web) => web.process)),
      webNetwork: most(webs.map((web) => web.network)),
    },
    ageMs: { p50: quantile(world.ages, 0.5), p99: quantile(world.ages, 0.99) },
    frames: webs.reduce((sum, web) => sum + web.frames, 0),
  };
}
