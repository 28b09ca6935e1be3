/** A market without a crowd for tests of one agent: its book changes only when the test trades; its timers run. */
import { instrumentBySymbol, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { type Agent, MarketAccess } from '#agents/frame/market-access.ts';
import { TimerHeap } from '#engine/timer-heap.ts';
import { flowProfileOf } from '#flow/flow-profile.ts';
import { UNDISTURBED } from '#flow/generator.ts';
import { MarketConditions } from '#flow/market-conditions.ts';
import type { Label } from '#ground-truth/labels.ts';
import { randomStream } from '#random/random.ts';
import { engineBench } from './engine-bench.ts';
import { TEST_START_MS } from './session.ts';

export interface MarketBench {
  readonly market: MarketAccess;
  readonly labels: Label[];
  /** Lengths of the pauses requested, nanoseconds. */
  readonly pauses: number[];
  /** Wakes the agent at every time it planned, up to and including an instant. */
  readonly runTo: (agent: Agent, toNs: number) => void;
}

export function marketBench(symbol: string, seed: number): MarketBench {
  const instrument = instrumentBySymbol(symbol);
  if (instrument === undefined) throw new RangeError(`no product ${symbol}`);
  const { engine } = engineBench(seed);
  const timers = new TimerHeap();
  const labels: Label[] = [];
  const pauses: number[] = [];
  const stream = (name: string, instance: number) => randomStream(seed, name, instance);
  const market = new MarketAccess({
    engine,
    timers,
    profile: flowProfileOf(instrument),
    perturbation: UNDISTURBED,
    excludedStyles: null,
    conditions: new MarketConditions(1),
    instrument,
    startMs: TEST_START_MS,
    stream,
    sectorStream: stream,
    worldStream: stream,
    onLabel: (label) => labels.push(label),
    onLag: () => undefined,
    pause: (lengthNs) => pauses.push(lengthNs),
    reportOffBook: () => undefined,
    settle: () => undefined,
  });
  engine.addLimit(0, SIDE_BID, 999, 10);
  engine.addLimit(0, SIDE_ASK, 1000, 10);
  const runTo = (agent: Agent, toNs: number): void => {
    while (timers.nextNs <= toNs) {
      market.nowNs = timers.nextNs;
      timers.pop();
      agent.wake(timers.slot, timers.orderId);
    }
    market.nowNs = toNs;
  };
  return { market, labels, pauses, runTo };
}
