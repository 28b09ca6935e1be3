/** Pairs as they are watched: which instruments make one, when their findings begin, go on and end, and what a hole leaves. */
import { type Instrument, instrumentBySymbol, MINUTE_MS, type Pattern } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { createCrossMarket } from './cross-market.ts';
import { MarketPair } from './cross-market-pair.ts';
import { MidSeries } from './cross-market-series.ts';

const instrument = (symbol: string): Instrument => instrumentBySymbol(symbol) as Instrument;
const [ES, NQ, YM, CL, GC] = ['ES', 'NQ', 'YM', 'CL', 'GC'].map(instrument) as [
  Instrument,
  Instrument,
  Instrument,
  Instrument,
  Instrument,
];
const START = 100_000 * MINUTE_MS;

/** Moves of two instruments, one a minute each, in the middle of it. */
class Watched {
  readonly patterns: { readonly pattern: Pattern; readonly change: string }[] = [];
  readonly market;
  minute = 0;
  readonly #mids = new Map<number, number>();
  readonly #pair: readonly [Instrument, Instrument];

  constructor(pair: readonly [Instrument, Instrument] = [ES, NQ], instruments: readonly Instrument[] = pair) {
    this.#pair = pair;
    this.market = createCrossMarket({
      ...{ instruments, tier: 'L3' },
      emitPattern: (pattern, change) => this.patterns.push({ pattern, change }),
    });
  }

  move(...moves: readonly (readonly [first: number, second: number])[]): this {
    for (const both of moves) {
      for (const [at, ticks] of both.entries()) {
        const { id } = this.#pair[at]!;
        const mid = (this.#mids.get(id) ?? 10_000) + ticks;
        this.#mids.set(id, mid);
        this.market.onMid(id, START + this.minute * MINUTE_MS + 30_000 + at, mid);
      }
      this.minute += 1;
    }
    return this;
  }

  /** Up and down in turn, the second by twice as much and a tick more or less. */
  usual(minutes: number): this {
    return this.move(
      ...Array.from({ length: minutes }, (_, at) => {
        const step = (this.minute + at) % 2 === 0 ? 3 : -3;
        return [step, 2 * step + ((this.minute + at) % 4 < 2 ? 1 : -1)] as const;
      }),
    );
  }

  of(sub: string) {
    return this.patterns.filter(({ pattern }) => pattern.sub === sub);
  }
}

const against = (minutes: number) =>
  Array.from({ length: minutes }, (_, at) => (at % 2 === 0 ? ([3, -6] as const) : ([-3, 6] as const)));
const away = (minutes: number) => Array.from({ length: minutes }, () => [0, 9] as const);

test('pairs are those of the instruments that are watched', () => {
  const pairsOf = (...instruments: Instrument[]): string[] => {
    const watched = new Watched([instruments[0]!, instruments[1] ?? NQ], instruments).usual(3);
    return watched.market.pairs().map(({ symbols }) => symbols.join('-'));
  };
  expect(pairsOf(ES, NQ)).toEqual(['ES-NQ']);
  expect(pairsOf(NQ, ES)).toEqual(['ES-NQ']);
  expect(pairsOf(ES, NQ, YM)).toEqual(['ES-NQ', 'ES-YM', 'NQ-YM']);
  expect(pairsOf(CL, GC)).toEqual(['CL-GC']);
  expect(pairsOf(ES, CL)).toEqual([]);
  expect(pairsOf(ES)).toEqual([]);
});

test('before a minute is over nothing is known of a pair, and an instrument of no pair changes nothing', () => {
  const watched = new Watched([ES, NQ], [ES, NQ, CL]);
  watched.market.onMid(ES.id, START, 10_000);
  watched.market.onMid(CL.id, START + 1, 5000);
  watched.market.onMid(9999, START + 2, 5000);
  expect(watched.market.pairs()).toEqual([]);
  watched.usual(2);
  expect(watched.market.pairs()).toMatchObject([{ symbols: ['ES', 'NQ'], lead: null }]);
});

describe('a divergence', () => {
  test('begins with a minute beyond three deviations, goes on, and ends below two', () => {
    const watched = new Watched().usual(50);
    expect(watched.patterns).toEqual([]);
    watched.move(...away(3)).usual(12);
    const found = watched.of('divergence');
    expect(found[0]?.change).toBe('new');
    expect(found.at(-1)).toMatchObject({ change: 'update', pattern: { status: 'expired' } });
    expect(new Set(found.map(({ pattern }) => pattern.id)).size).toBe(1);
    expect(found[0]?.pattern).toMatchObject({
      instrumentId: NQ.id,
      type: 'cross_market',
      calibrator: 'score',
    });
    // Between the two it is said once a minute
    const times = found.slice(0, -1).map(({ pattern }) => Number(pattern.updatedNs / 1_000_000n));
    for (let at = 1; at < times.length; at += 1) expect(times[at]! - times[at - 1]!).toBe(MINUTE_MS);
    expect(found.slice(0, -1).every(({ pattern }) => Number(pattern.score) >= 2)).toBe(true);
    expect(Number(found[0]?.pattern.score)).toBeGreaterThanOrEqual(3);
  });

  test('does not begin between two and three deviations, and does not end there', () => {
    // Six ticks of five minutes that usually scatter by the root of five are 2.7 deviations
    expect(new Watched().usual(50).move([0, 6]).usual(1).of('divergence')).toEqual([]);
    const watched = new Watched().usual(50).move([0, 9], [0, 9], [0, 9], [0, -22]).usual(1);
    const last = watched.of('divergence').at(-1);
    expect(last).toMatchObject({ change: 'update', pattern: { status: 'open' } });
    expect(Number(last?.pattern.score)).toBeGreaterThan(2);
    expect(Number(last?.pattern.score)).toBeLessThan(3);
  });

  test('that comes again is another finding', () => {
    const watched = new Watched().usual(50);
    for (let round = 0; round < 2; round += 1) watched.move(...away(3)).usual(40);
    const ids = new Set(watched.of('divergence').map(({ pattern }) => pattern.id));
    expect(ids.size).toBe(2);
  });
});

test('markets that stop moving together break, under the second of them', () => {
  const watched = new Watched().usual(56).move(...against(6));
  const [first] = watched.of('correlation_break');
  expect(first?.pattern).toMatchObject({
    instrumentId: NQ.id,
    status: 'open',
    evidence: { with: 'ES', weakPair: false },
  });
  const live = watched.of('correlation_break').findLast(({ pattern }) => pattern.status === 'open');
  expect(live?.pattern.description).toMatch(
    /^Correlation of ES and NQ is -[\d.]+ over 5 minutes, 0\.\d+ over/,
  );
});

test('a weak pair is said to be one', () => {
  const watched = new Watched([CL, GC]).usual(50).move(...away(4));
  expect(watched.of('divergence')[0]?.pattern.description).toMatch(/almost independent$/);
  expect(watched.of('divergence')[0]?.pattern.evidence['weakPair']).toBe(true);
});

describe('a hole', () => {
  const diverging = (): Watched => new Watched().usual(50).move(...away(4));

  test.each([
    ['in the feed of the first', ES],
    ['in the feed of the second', NQ],
  ])('%s ends what is live at its instant', (_, { id }) => {
    const watched = diverging();
    const atMs = START + watched.minute * MINUTE_MS;
    watched.market.onDiscontinuity(id, atMs);
    const last = new Map(watched.patterns.map(({ pattern }) => [pattern.id, pattern]));
    expect([...last.values()].map(({ status }) => status)).not.toContain('open');
    const ended = watched.of('divergence').at(-1);
    expect(ended?.change).toBe('update');
    expect(ended?.pattern.expiresNs).toBe(BigInt(atMs) * 1_000_000n);
  });

  test('in another feed ends nothing', () => {
    const watched = new Watched([ES, NQ], [ES, NQ, CL, GC]).usual(50).move(...away(4));
    const count = watched.patterns.length;
    watched.market.onDiscontinuity(CL.id, START + watched.minute * MINUTE_MS);
    expect(watched.patterns).toHaveLength(count);
  });

  test('leaves half an hour in which nothing is claimed', () => {
    const watched = diverging();
    watched.market.onDiscontinuity(ES.id, START + watched.minute * MINUTE_MS);
    const count = watched.patterns.length;
    watched.usual(20).move(...away(5));
    expect(watched.patterns).toHaveLength(count);
  });

  test('of more than ten minutes in all feeds is a closed market', () => {
    const watched = diverging();
    watched.minute += 11;
    watched.usual(1);
    expect(watched.patterns.at(-1)?.pattern.status).toBe('expired');
    const count = watched.patterns.length;
    watched.usual(25).move(...away(4));
    expect(watched.patterns).toHaveLength(count);
  });
});

describe('correlations', () => {
  /** Minutes of one change each; what is known after the last. */
  function after(moves: readonly (readonly [number, number])[]) {
    const [x, y] = [new MidSeries(), new MidSeries()];
    const pair = new MarketPair(x, y);
    let [first, second] = [0, 0];
    x.add(0, first);
    y.add(0, second);
    let last = pair.onMinute(0);
    for (const [at, [dx, dy]] of moves.entries()) {
      first += dx;
      second += dy;
      x.add(at * MINUTE_MS + 30_000, first);
      y.add(at * MINUTE_MS + 30_000, second);
      last = pair.onMinute((at + 1) * MINUTE_MS);
    }
    return last;
  }

  test('over five minutes are those of their changes, worked out by hand', () => {
    // Products 2, 6, -2, 4, 3; squares 1 4 4 4 9 and 4 9 1 4 1
    const last = after([
      [1, 2],
      [2, 3],
      [-2, 1],
      [2, 2],
      [3, 1],
    ]);
    expect(last.shortCorrelation).toBeCloseTo(13 / Math.sqrt(22 * 19), 12);
    expect(last.hourCorrelation).toBeCloseTo(13 / Math.sqrt(22 * 19), 12);
  });

  test('forget what is more than five minutes, and more than an hour, ago', () => {
    const together = Array.from(
      { length: 70 },
      (_, at) => [at % 2 === 0 ? 1 : -1, at % 2 === 0 ? 1 : -1] as const,
    );
    const opposite = together.map(([dx, dy]) => [dx, -dy] as const);
    expect(after([...opposite.slice(0, 30), ...together.slice(0, 5)]).shortCorrelation).toBe(0.999);
    expect(after([...opposite, ...together.slice(0, 60)]).hourCorrelation).toBe(0.999);
  });

  test('are not known where one of the two stands still', () => {
    const last = after(Array.from({ length: 6 }, () => [1, 0] as const));
    expect([last.shortCorrelation, last.hourCorrelation]).toEqual([Number.NaN, Number.NaN]);
  });
});
