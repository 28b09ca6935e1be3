/** What a pair of markets is said to do: correlation, divergence, lead, and the words of it. */
import { type Instrument, instrumentBySymbol, MINUTE_MS, seededDraws } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { LAGS, type LagFinding, LagStudy, lagSteps } from './cross-market-lags.ts';
import { type LeadLag, MarketPair, type PairMinute } from './cross-market-pair.ts';
import { type CrossKind, crossMarketPattern, type PairFacts } from './cross-market-pattern.ts';
import { MidSeries } from './cross-market-series.ts';

const instrument = (symbol: string): Instrument => {
  const found = instrumentBySymbol(symbol);
  if (found === undefined) throw new Error(symbol);
  return found;
};

/** A walk with a step each second or so, and a copy of it that comes later, with steps of another factor. */
function walks(seconds: number, lagMs: number, factor = 1): { x: MidSeries; y: MidSeries } {
  const draw = seededDraws(7);
  const [x, y] = [new MidSeries(), new MidSeries()];
  let ticks = 0;
  for (let timeMs = 300; timeMs < seconds * 1000; timeMs += 400 + 1200 * draw()) {
    ticks += draw() < 0.5 ? 1 : -1;
    x.add(timeMs, 10_000 + ticks);
    y.add(timeMs + lagMs, 10_000 + factor * ticks);
  }
  return { x, y };
}

function study(x: MidSeries, y: MidSeries, fromMs: number, toMs: number): LagFinding | null {
  const one = new LagStudy();
  one.begin(x, y, fromMs, toMs);
  let finding: LagFinding | null = null;
  while (one.isRunning) finding = one.step();
  return finding;
}

describe('a study of lags', () => {
  test.each([
    [20, 1, 1],
    [200, 1, 1],
    [-200, 1, 1],
    [50, -1, -1],
  ])('finds a copy that comes after %i ms with the factor %i', (lagMs, factor, sign) => {
    const { x, y } = walks(900, lagMs, factor);
    const finding = study(x, y, 0, 900_000);
    expect(lagSteps(finding?.lagMs ?? Number.NaN, lagMs)).toBeLessThanOrEqual(1);
    expect(finding?.sign).toBe(sign);
    expect(finding?.z).toBeGreaterThan(8);
    expect(finding?.p).toBeCloseTo(1 / 101, 9);
    const asymmetry = finding?.asymmetry ?? Number.NaN;
    expect(lagMs > 0 ? asymmetry > 1 : asymmetry < 1).toBe(true);
  });

  test('finds no lead between a walk and another one', () => {
    const { x } = walks(900, 0);
    const draw = seededDraws(99);
    const y = new MidSeries();
    let ticks = 0;
    for (let timeMs = 100; timeMs < 900_000; timeMs += 400 + 1200 * draw()) {
      ticks += draw() < 0.5 ? 1 : -1;
      y.add(timeMs, ticks);
    }
    const finding = study(x, y, 0, 900_000);
    expect(finding?.z).toBeLessThan(4.5);
    expect(finding?.z).toBeLessThanOrEqual(2 * (finding?.turnedZ ?? Number.NaN));
  });

  test('does not begin below a hundred changes, nor over less than two minutes', () => {
    const few = walks(80, 20);
    expect(study(few.x, few.y, 0, 900_000)).toBeNull();
    const { x, y } = walks(900, 20);
    expect(study(x, y, 0, 119_000)).toBeNull();
    expect(study(x, y, 0, 300_000)).not.toBeNull();
  });

  test('knows its lags as a grid that is the same in both directions', () => {
    expect(LAGS).toEqual(LAGS.map((lag) => -lag + 0).reverse());
    expect(lagSteps(-1, 1)).toBe(2);
    expect(lagSteps(10, 10)).toBe(0);
  });
});

describe('a pair', () => {
  /** Minutes of two series of one change a minute each; what was found after the last. */
  function minutesOf(moves: readonly (readonly [x: number, y: number])[]): PairMinute[] {
    const [x, y] = [new MidSeries(), new MidSeries()];
    const pair = new MarketPair(x, y);
    let [first, second] = [0, 0];
    x.add(0, first);
    y.add(0, second);
    return moves.map(([dx, dy], at) => {
      first += dx;
      second += dy;
      x.add(at * MINUTE_MS + 30_000, first);
      y.add(at * MINUTE_MS + 30_000, second);
      return pair.onMinute((at + 1) * MINUTE_MS);
    });
  }

  /** Up and down in turn, the second by twice as much, now and then by a tick more or less. */
  const usual = (minutes: number): [number, number][] =>
    Array.from({ length: minutes }, (_, at) => {
      const dx = at % 2 === 0 ? 3 : -3;
      return [dx, 2 * dx + (at % 4 < 2 ? 1 : -1)];
    });

  test('that moves together is correlated over five minutes and the hour', () => {
    const last = minutesOf(usual(60)).at(-1);
    expect(last?.shortCorrelation).toBeGreaterThan(0.95);
    expect(last?.hourCorrelation).toBeGreaterThan(0.95);
    expect(last?.breakZ).toBe(0);
  });

  test('has no break and no divergence before half an hour is known', () => {
    const minutes = minutesOf(usual(40));
    const known = minutes.map(({ breakZ, divergenceZ }) => [breakZ, divergenceZ].map(Number.isFinite));
    expect(known.slice(0, 30)).toEqual(Array(30).fill([false, false]));
    expect(known.slice(30)).toEqual(Array(10).fill([true, true]));
  });

  test('breaks where five minutes go against the hour', () => {
    const against = Array.from({ length: 5 }, (_, at): [number, number] =>
      at % 2 === 0 ? [3, -6] : [-3, 6],
    );
    const last = minutesOf([...usual(55), ...against]).at(-1);
    expect(last?.shortCorrelation).toBeLessThan(-0.95);
    expect(last?.breakZ).toBeLessThan(-3);
  });

  test('diverges by what the second moved beyond twice the first', () => {
    const away = Array.from({ length: 5 }, (): [number, number] => [1, 6]);
    const last = minutesOf([...usual(55), ...away]).at(-1);
    // Five times 6 - 2 * 1, but for what the ticks more or less do to the slope.
    expect(last?.divergenceTicks).toBeGreaterThan(18);
    expect(last?.divergenceTicks).toBeLessThan(22);
    expect(last?.divergenceZ).toBeGreaterThan(3);
  });

  test('forgets everything at a hole in either feed', () => {
    const { x, y } = walks(3600, 100);
    const pair = new MarketPair(x, y);
    for (let minute = 15; minute <= 60; minute += 1) pair.onMinute(minute * MINUTE_MS);
    pair.interrupt();
    const after = pair.onMinute(61 * MINUTE_MS);
    expect(pair.lead).toBeNull();
    expect([after.breakZ, after.divergenceZ]).toEqual([Number.NaN, Number.NaN]);
  });

  test('has a lead after two studies that agree, and none after one', () => {
    const { x, y } = walks(1800, 200);
    const pair = new MarketPair(x, y);
    const studyAt = (minute: number): void => {
      pair.onMinute(minute * MINUTE_MS);
      while (!pair.step()) if (minute > 99) return;
    };
    studyAt(16);
    expect(pair.lead).toBeNull();
    studyAt(17);
    expect(lagSteps(pair.lead?.lagMs ?? Number.NaN, 200)).toBeLessThanOrEqual(1);
    pair.interrupt();
    expect(pair.lead).toBeNull();
  });
});

describe('the pattern of two markets', () => {
  const minute: PairMinute = {
    timeMs: 0,
    shortCorrelation: -0.204,
    hourCorrelation: 0.913,
    breakZ: -4.2,
    divergenceTicks: -7.4,
    divergenceZ: -3.3,
  };
  const lead: LeadLag = {
    lagMs: 20,
    z: 9,
    turnedZ: 3,
    p: 1 / 101,
    sign: 1,
    asymmetry: 4,
    changes: 900,
    correlation: 0.876,
  };
  const facts: PairFacts = {
    first: instrument('ES'),
    second: instrument('NQ'),
    weak: false,
    lead,
    minute,
    firstTicks: 20_000,
    secondTicks: 70_001.5,
    timeNs: 50n,
    tier: 'L3',
  };
  const patternOf = (kind: CrossKind, part: Partial<PairFacts> = {}) =>
    crossMarketPattern(kind, { ...facts, ...part }, undefined);

  test('reports a lead under the one that follows', () => {
    const second = patternOf('lead_lag');
    expect(second).toMatchObject({ instrumentId: facts.second.id, priceTicks: 70_002, direction: null });
    expect(second.description).toBe('NQ follows ES by about 20 ms, correlation 0.88');
    const first = patternOf('lead_lag', { lead: { ...lead, lagMs: -50, sign: -1 } });
    expect(first).toMatchObject({ instrumentId: facts.first.id, priceTicks: 20_000 });
    expect(first.description).toBe('ES moves against NQ by about 50 ms, correlation 0.88');
    expect(first.evidence).toMatchObject({ with: 'NQ', lagMs: 50 });
  });

  test('states both correlations of a break, and where a divergence has led to', () => {
    expect(patternOf('correlation_break').description).toBe(
      'Correlation of ES and NQ is -0.2 over 5 minutes, 0.91 over the hour',
    );
    expect(patternOf('divergence').description).toMatch(
      /^NQ moved 7 ticks below what ES implied in 5 minutes, to /,
    );
    expect(patternOf('divergence', { minute: { ...minute, divergenceTicks: 1.2 } }).description).toContain(
      'moved 1 tick above',
    );
  });

  test('calls a weak pair one', () => {
    expect(patternOf('divergence', { weak: true }).description).toMatch(/almost independent$/);
  });

  test('is as certain as its distance is improbable, never above 99 percent and never high in severity', () => {
    const certaintyOf = (divergenceZ: number): number =>
      patternOf('divergence', { minute: { ...minute, divergenceZ } }).confidence;
    // Two-sided at 1.96 deviations: 95 percent; the sign does not matter.
    expect(certaintyOf(1.96)).toBeCloseTo(0.95, 3);
    expect(certaintyOf(-1.96)).toBeCloseTo(0.95, 3);
    expect(certaintyOf(9)).toBe(0.99);
    expect(certaintyOf(0)).toBeCloseTo(0, 6);
    expect(patternOf('divergence').severity).toBe('medium');
  });

  test('of a lead is searched for at every lag, which makes the same distance less certain', () => {
    const ofLead = patternOf('lead_lag', { lead: { ...lead, z: 3.3 } }).confidence;
    expect(ofLead).toBeLessThan(patternOf('divergence').confidence);
    expect(ofLead).toBeCloseTo(1 - LAGS.length * 0.000967, 3);
  });

  test('keeps its id and its beginning when it is updated', () => {
    const before = patternOf('divergence');
    const after = crossMarketPattern('divergence', { ...facts, timeNs: 90n }, before);
    expect(after).toMatchObject({ id: before.id, startNs: 50n, detectedNs: 50n, updatedNs: 90n });
    expect(after.expiresNs).toBe(90n + 180_000_000_000n);
  });

  test('shows what it does not know as nothing', () => {
    const unknown = { ...minute, shortCorrelation: Number.NaN };
    expect(patternOf('divergence', { minute: unknown }).evidence).toMatchObject({
      correlation5Min: null,
      lagMs: null,
      surrogateP: null,
    });
  });
});

test('a hole ends the study that is under way: it counts for nothing after it', () => {
  const { x, y } = walks(1000, 200);
  const pair = new MarketPair(x, y);
  pair.onMinute(15 * MINUTE_MS);
  pair.step();
  pair.interrupt();
  // A study has a hundred steps
  for (let step = 0; step < 200; step += 1) expect(pair.step()).toBe(false);
  pair.onMinute(16 * MINUTE_MS);
  while (!pair.step());
  expect(pair.lead).toBeNull();
});
