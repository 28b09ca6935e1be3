import {
  type Instrument,
  instrumentBySymbol,
  NS_PER_MS,
  type Pattern,
  seededDraws,
  type UnitDraw,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { createCrossMarket } from './cross-market.ts';
import { LAGS, lagSteps } from './cross-market-lags.ts';
import { coMovement, MidSeries, RING } from './cross-market-series.ts';

const START_MS = 1_703_602_800_000;

function instrument(symbol: string): Instrument {
  const found = instrumentBySymbol(symbol);
  if (!found) throw new Error(`no ${symbol}`);
  return found;
}
const ES = instrument('ES');
const NQ = instrument('NQ');
const CL = instrument('CL');
const GC = instrument('GC');

interface Move {
  readonly timeMs: number;
  readonly id: number;
  readonly ticks: number;
}

interface World {
  readonly minutes: number;
  readonly lagMs: number;
  /** Share of each one's moves that both make. */
  readonly common: number;
  readonly first?: Instrument;
  readonly second?: Instrument;
}

const exponential = (draw: UnitDraw): number => -Math.log(1 - draw());

/** Two markets that each move about once a second; some moves the second copies from the first after the lag. */
function moves(seed: number, { minutes, lagMs, common, first = ES, second = NQ }: World): Move[] {
  const draw = seededDraws(seed);
  const found: Move[] = [];
  const add = (share: number, each: (timeMs: number, ticks: number) => void): void => {
    if (share <= 0) return;
    let timeMs = START_MS;
    const endMs = START_MS + minutes * 60_000;
    for (;;) {
      timeMs += (exponential(draw) * 1000) / share;
      if (timeMs >= endMs) return;
      each(timeMs, draw() < 0.5 ? 1 : -1);
    }
  };
  add(common, (timeMs, ticks) => {
    found.push({ timeMs, id: first.id, ticks });
    found.push({ timeMs: timeMs + lagMs * (0.85 + 0.3 * draw()), id: second.id, ticks });
  });
  add(1 - common, (timeMs, ticks) => found.push({ timeMs, id: first.id, ticks }));
  add(1 - common, (timeMs, ticks) => found.push({ timeMs, id: second.id, ticks }));
  return found.sort((a, b) => a.timeMs - b.timeMs);
}

function watch(all: readonly Move[], instruments: readonly Instrument[] = [ES, NQ]) {
  const patterns: { pattern: Pattern; change: string }[] = [];
  const market = createCrossMarket({
    instruments,
    tier: 'L3',
    emitPattern: (pattern, change) => patterns.push({ pattern, change }),
  });
  const mids = new Map(instruments.map(({ id }) => [id, 10_000]));
  for (const { timeMs, id, ticks } of all) {
    mids.set(id, (mids.get(id) ?? 0) + ticks);
    market.onMid(id, timeMs, mids.get(id) ?? 0);
  }
  return { market, patterns };
}

const leads = (patterns: readonly { pattern: Pattern; change: string }[]): Pattern[] =>
  patterns
    .filter(({ pattern, change }) => pattern.sub === 'lead_lag' && change === 'new')
    .map(({ pattern }) => pattern);

test('the lag of a leader comes out within a step of the grid in nine of ten worlds', () => {
  let right = 0;
  let worlds = 0;
  for (const lagMs of [10, 20, 50, 200, 1000]) {
    for (let seed = 1; seed <= 2; seed += 1) {
      const { market } = watch(moves(seed, { minutes: 9, lagMs, common: 0.35 }));
      const [pair] = market.pairs();
      worlds += 1;
      if (pair?.lead?.leader === 'ES' && lagSteps(pair.lead.lagMs, lagMs) <= 1) right += 1;
    }
  }
  expect(right).toBeGreaterThanOrEqual(worlds * 0.9);
});

test('a lead is reported once under the follower, and ends when it is gone', () => {
  const together = moves(2, { minutes: 9, lagMs: 20, common: 0.5 });
  const apart = moves(3, { minutes: 20, lagMs: 0, common: 0 }).map((move) => ({
    ...move,
    timeMs: move.timeMs + 9 * 60_000,
  }));
  const { patterns } = watch([...together, ...apart]);
  const found = leads(patterns);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ instrumentId: NQ.id, type: 'cross_market', status: 'open', exact: false });
  expect(found[0]?.description).toMatch(/^NQ follows ES by about \d+ ms, correlation 0\.\d+$/);
  expect(patterns.filter(({ pattern }) => pattern.id === found[0]?.id).at(-1)?.pattern.status).toBe(
    'expired',
  );
});

test('the second may lead as well', () => {
  const swapped = moves(4, { minutes: 9, lagMs: 50, common: 0.5, first: NQ, second: ES });
  const found = leads(watch(swapped).patterns);
  expect(found[0]).toMatchObject({ instrumentId: ES.id });
});

test('of markets that have nothing in common hardly a minute claims a lead', () => {
  let claims = 0;
  let minutes = 0;
  for (let seed = 10; seed < 14; seed += 1) {
    const all = moves(seed, { minutes: 20, lagMs: 0, common: 0 });
    const { patterns } = watch(all);
    claims += leads(patterns).length;
    minutes += 20;
  }
  expect(claims / minutes).toBeLessThanOrEqual(0.01);
});

test('markets that stop moving together break their correlation', () => {
  const together = moves(15, { minutes: 60, lagMs: 20, common: 0.8 });
  const apart = moves(16, { minutes: 10, lagMs: 0, common: 0 }).map((move) => ({
    ...move,
    timeMs: move.timeMs + 60 * 60_000,
  }));
  const { patterns } = watch([...together, ...apart]);
  const broken = patterns.filter(
    ({ pattern, change }) => pattern.sub === 'correlation_break' && change === 'new',
  );
  const late = broken.filter(({ pattern }) => Number(pattern.startNs / NS_PER_MS) > START_MS + 60 * 60_000);
  expect(late).toHaveLength(1);
  expect(broken).toHaveLength(1);
});

test('a market that runs away from the other diverges', () => {
  const together = moves(7, { minutes: 60, lagMs: 20, common: 0.8 });
  const away = Array.from({ length: 120 }, (_, n) => ({
    timeMs: START_MS + 60 * 60_000 + n * 2000,
    id: NQ.id,
    ticks: 1,
  }));
  const { patterns } = watch([...together, ...away]);
  const found = patterns.filter(({ pattern }) => pattern.sub === 'divergence').at(-1)?.pattern;
  expect(found?.instrumentId).toBe(NQ.id);
  expect(found?.description).toMatch(/^NQ moved \d+ ticks above what ES implied in 5 minutes/);
});

test('oil and gold are called a weak pair', () => {
  const all = moves(8, { minutes: 9, lagMs: 100, common: 0.5, first: CL, second: GC });
  const found = leads(watch(all, [CL, GC]).patterns);
  expect(found[0]?.description).toMatch(/almost independent$/);
  expect(found[0]?.evidence['weakPair']).toBe(true);
});

test('instruments without a partner are watched for nothing', () => {
  const { market, patterns } = watch(moves(9, { minutes: 5, lagMs: 20, common: 0.5 }), [ES]);
  expect(market.pairs()).toEqual([]);
  expect(patterns).toEqual([]);
});

test('after a hole in one feed what was live ends', () => {
  const { market, patterns } = watch(moves(2, { minutes: 9, lagMs: 20, common: 0.5 }));
  expect(leads(patterns)).toHaveLength(1);
  market.onDiscontinuity(NQ.id, START_MS + 9 * 60_000);
  expect(patterns.at(-1)?.pattern.status).toBe('expired');
});

test('covariance of overlapping spans is exact where both change at once', () => {
  const x = new MidSeries();
  const y = new MidSeries();
  for (let n = 0; n < 100; n += 1) {
    x.add(n * 1000, n % 2 === 0 ? 0 : 2);
    y.add(n * 1000, n % 2 === 0 ? 5 : 4);
  }
  const { covariance, varianceX, varianceY } = coMovement(x, y, 0, 100_000);
  expect(covariance).toBe(-2 * 99);
  expect(varianceX).toBe(4 * 99);
  expect(varianceY).toBe(99);
});

test('a series keeps its last changes and merges those of one millisecond', () => {
  const series = new MidSeries();
  series.add(0, 1);
  series.add(0.4, 2);
  series.add(1.6, 2);
  expect([series.count, series.lastTicks]).toEqual([1, 2]);
  for (let n = 1; n <= RING + 10; n += 1) series.add(n * 2, n % 2);
  expect(series.count).toBe(RING);
  expect(series.timeMs(series.count - 1)).toBe((RING + 10) * 2);
  expect(series.firstFrom((RING + 10) * 2)).toBe(RING - 1);
});

test('lags are resolved in steps of the grid', () => {
  expect(LAGS).toHaveLength(25);
  expect(lagSteps(10, 50)).toBe(2);
  expect(lagSteps(-1, 1)).toBe(2);
});
