import { INSTRUMENTS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { flowProfileOf } from '#flow/flow-profile.ts';
import type { Label } from '#ground-truth/labels.ts';
import { runAgents } from '#testing/agent-run.ts';
import { engineBench } from '#testing/engine-bench.ts';
import { AbsorptionOracle } from './absorption-oracle.ts';

const ICEBERG_OWNER = 7;
const HIDER = 8;
const LEVEL = 100;

interface Scene {
  readonly isDefender?: boolean;
  /** Contracts of the crowd's beside the iceberg at the level, for every second. */
  readonly besides?: number;
  readonly seconds?: number;
  readonly breaks?: boolean;
  /** Contracts a second of somebody who hides plain slices behind the iceberg. */
  readonly sliced?: number;
}

/** Two hundred small visits, then forty seconds of buying into an iceberg at one price. */
function play({ isDefender = false, besides = 0, seconds = 40, breaks = false, sliced = 0 }: Scene): Label[] {
  const { engine } = engineBench();
  const labels: Label[] = [];
  const market = {
    engine,
    profile: flowProfileOf(INSTRUMENTS[0]!),
    instrumentId: 1,
    exchangeNs: (timeNs: number) => BigInt(timeNs),
    onLabel: (label: Label) => labels.push(label),
  };
  const defenders = new Set(isDefender ? [ICEBERG_OWNER] : []);
  const oracle = new AbsorptionOracle(market, { hiders: new Set([HIDER]), defenders });
  let nowNs = 0;
  const buy = (size: number, priceTicks = LEVEL): void => {
    engine.addImmediate(nowNs, SIDE_BID, priceTicks, size);
    oracle.onMatch(engine.report);
  };
  for (let visit = 0; visit < 200; visit++) {
    nowNs += 20e9;
    engine.addLimit(nowNs, SIDE_ASK, LEVEL, 1 + (visit % 8));
    buy(8);
  }
  nowNs += 20e9;
  engine.addLimit(nowNs, SIDE_ASK, LEVEL, 5 * seconds, 5, ICEBERG_OWNER);
  for (let second = 0; second < seconds; second++) {
    nowNs += 1e9;
    if (sliced > 0) engine.addLimit(nowNs, SIDE_ASK, LEVEL, sliced, 0, HIDER);
    buy(5 + sliced);
    if (besides === 0) continue;
    // Behind the iceberg's next tranche, and taken with it.
    engine.addLimit(nowNs, SIDE_ASK, LEVEL, besides);
    buy(besides + 5);
  }
  nowNs += breaks ? 1e9 : 20e9;
  engine.addLimit(nowNs, SIDE_ASK, LEVEL + 9, 2);
  buy(1, LEVEL + 9);
  nowNs += 20e9;
  buy(1, LEVEL + 9);
  oracle.finish();
  return labels;
}

test('heavy trade that an iceberg fed is absorption nobody scripted', () => {
  const [label, ...others] = play({});
  expect(others).toEqual([]);
  expect(label).toMatchObject({ type: 'absorption', sub: 'organic', side: 'ask', qty: 200, success: true });
  expect(label).toMatchObject({ priceLowTicks: LEVEL, priceHighTicks: LEVEL + 1, observability: 'strong' });
  expect(label?.params).toMatchObject({ zoneQty: 200, ownShare: 1, held: true, counterfactual: false });
  const { t0Ns = 0n, tEvidentNs = 0n, t1Ns = 0n } = label ?? {};
  expect(t0Ns < (tEvidentNs ?? 0n) && (tEvidentNs ?? 0n) < t1Ns).toBe(true);
});

test('a label names the orders of the supplier it counts, and not those of another who hid less', () => {
  const [both] = play({ sliced: 2 });
  expect(both?.orderIds).toHaveLength(1);
  expect(both?.qty).toBe(200);
  expect(both?.params['zoneQty']).toBe(280);
});

test('it did not hold when the price went through within ten seconds', () => {
  expect(play({ breaks: true }).map(({ success, params }) => [success, params['held']])).toEqual([
    [false, false],
  ]);
});

test('where others supplied most, or a defender who labels himself, or for a moment only, there is none', () => {
  expect(play({ besides: 12 })).toEqual([]);
  expect(play({ isDefender: true })).toEqual([]);
  expect(play({ seconds: 2 })).toEqual([]);
});

test('where nobody hides anything nothing is absorbed', () => {
  const { labels } = runAgents('ES', 305, 0.15, {});
  expect(labels.filter(({ type }) => type === 'absorption')).toEqual([]);
});
