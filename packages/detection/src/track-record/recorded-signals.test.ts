/** The recorder on a market whose mids are written by hand: what it declares, when it settles, and beside which base rate. */
import { type FlowEvent, HOUR_MS, MINUTE_MS, NO_PRICE, NS_PER_MS } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import type { MarketView } from '#view/market-view.ts';
import { TrackRecorder } from './track-recorder.ts';
import type { RaisedRow, SettledRow, TrackRow } from './track-row.ts';

const START = Date.UTC(2026, 10, 20, 16);

/** A recorder on a market that the test moves, a second at a time. */
class WrittenMarket {
  readonly rows: TrackRow[] = [];
  readonly recorder: TrackRecorder;
  readonly #view = {
    timeMs: START,
    // 1,024 thousandths: sizes of whole octaves are counted exactly
    sigma1Ticks: 1.024,
    atr10Ticks: 20,
    bestBidTicks: 999,
    bestAskTicks: 1001,
  };

  constructor() {
    this.recorder = new TrackRecorder(this.#view as unknown as MarketView, (row) => this.rows.push(row));
  }

  get timeMs(): number {
    return this.#view.timeMs;
  }

  set sigma1Ticks(sigma: number) {
    this.#view.sigma1Ticks = sigma;
  }

  /** The mid from now on; NaN for an empty side. */
  quote(midTicks: number): this {
    this.#view.bestBidTicks = Number.isNaN(midTicks) ? NO_PRICE : midTicks - 1;
    this.#view.bestAskTicks = midTicks + 1 || 1001;
    return this;
  }

  /** The mid of each of the next seconds. */
  play(...mids: readonly number[]): this {
    for (const midTicks of mids) {
      this.#view.timeMs += 1000;
      this.quote(midTicks).recorder.onClock(this.#view.timeMs);
    }
    return this;
  }

  stand(seconds: number, midTicks = 1000): this {
    return this.play(...Array.from({ length: seconds }, () => midTicks));
  }

  raise(id: string, part: Partial<FlowEvent> = {}): this {
    this.recorder.onSignal(this.signal(id, part), 'new');
    return this;
  }

  signal(id: string, part: Partial<FlowEvent> = {}): FlowEvent {
    const nowNs = BigInt(this.#view.timeMs) * NS_PER_MS;
    return {
      ...{ id, instrumentId: 7, type: 'iceberg', sub: 'native', side: 'bid', status: 'open', exact: true },
      ...{ confidence: 1, score: null, calibrator: 'exact', tier: 'L3', degraded: false, evidence: {} },
      ...{ detectedNs: nowNs, updatedNs: nowNs },
      ...part,
    } as unknown as FlowEvent;
  }

  get raised(): RaisedRow[] {
    return this.rows.filter((row) => row.kind === 'raised');
  }

  get settled(): SettledRow[] {
    return this.rows.filter((row) => row.kind === 'settled');
  }
}

test('what is raised is declared at once, with the mid and the hour of its instant', () => {
  const market = new WrittenMarket().stand(3).quote(1000.5).raise('a');
  expect(market.raised).toEqual([
    {
      ...{ kind: 'raised', signalId: 'a', instrumentId: 7, type: 'iceberg', sub: 'native', exact: true },
      ...{ confidence: 1, score: null, calibrator: 'exact', tier: 'L3', midTicks: 1000.5 },
      atNs: `${START + 3000}000000`,
      condition: { hour: 16, volatility: 'low' },
      // Eight ticks are what a minute of one tick a root of a second brings: 7.7
      declared: {
        ...{ rule: 'hold', direction: 1, targetTicks: 8, adverseTicks: 2, horizonMs: MINUTE_MS, stayMs: 0 },
        ...{ isMissAtEnd: false, probability: null },
      },
    },
  ]);
});

test.each<[string, Partial<FlowEvent>, readonly number[], boolean, number]>([
  ['a bid that holds', {}, [1003, 1007, 1008], true, 3],
  ['a bid that is traded through', {}, [1001, 998], false, 2],
  ['an ask that holds', { side: 'ask' }, [997, 992], true, 2],
  ['an ask that is traded through', { side: 'ask' }, [1002], false, 1],
  ['the first of both barriers', {}, [998, 1009], false, 1],
])('%s is settled by its barriers in the second that shows it', (_, part, mids, hit, second) => {
  const market = new WrittenMarket()
    .stand(1)
    .raise('a', part)
    .play(...mids);
  expect(market.settled).toEqual([
    {
      ...{ kind: 'settled', signalId: 'a', instrumentId: 7, type: 'iceberg', hit, base: null },
      atNs: `${START + 1000 + 1000 * second}000000`,
    },
  ]);
});

test('neither barrier within the time leaves a hold undecided, without a base rate', () => {
  const market = new WrittenMarket().stand(1).raise('a').stand(59, 1001);
  expect(market.settled).toEqual([]);
  expect(market.stand(1, 1001).settled).toMatchObject([{ hit: null, base: null }]);
});

test('what was settled is settled once', () => {
  const market = new WrittenMarket().stand(1).raise('a').play(1010, 990, 1010).stand(120, 1030);
  expect(market.settled).toHaveLength(1);
});

test('updates declare nothing, and the same id is raised once by its first appearance', () => {
  const market = new WrittenMarket().stand(1).raise('a');
  market.recorder.onSignal(market.signal('a', { confidence: 0.5 }), 'update');
  market.recorder.onSignal(market.signal('b'), 'update');
  expect(market.raised.map(({ signalId }) => signalId)).toEqual(['a']);
});

describe('the base rate', () => {
  /** Minutes of a market that rises ten ticks a minute. */
  const rise = (market: WrittenMarket, minutes: number, from: number): WrittenMarket => {
    for (let second = 1; second <= 60 * minutes; second += 1) market.play(from + second / 6);
    return market;
  };

  test('is how often the same barriers came true before: always in a market that only rises', () => {
    const market = rise(new WrittenMarket(), 10, 1000).raise('up').raise('down', { side: 'ask' });
    rise(market, 1, 1100);
    const [down, up] = market.settled;
    // An ask is traded through after two ticks, a bid reaches eight: both as every instant before
    expect(down).toMatchObject({ signalId: 'down', hit: false, base: { rate: 0 } });
    expect(up).toMatchObject({ signalId: 'up', hit: true, base: { rate: 1 } });
    // One instant each half minute of ten minutes and a part, without the 62 seconds before the outcome
    expect(up?.base?.resolved).toBeGreaterThanOrEqual(18);
    expect(up?.base?.resolved).toBeLessThanOrEqual(20);
  });

  test('is of instants of the same volatility only', () => {
    const market = new WrittenMarket();
    market.sigma1Ticks = 0.512;
    rise(market, 10, 1000);
    market.sigma1Ticks = 2.048;
    market
      .stand(30, 1100)
      .raise('a', { barriers: { winTicks: 1102, loseTicks: 1098, withinMs: MINUTE_MS, stayMs: 0 } });
    market.play(1103);
    expect(market.raised[0]?.condition?.volatility).toBe('high');
    // Every instant known by then was calm
    expect(market.settled).toMatchObject([{ hit: true, base: null }]);
  });
});

describe('a break of the price path', () => {
  test('ends what barriers were to decide, undecided, at its instant', () => {
    const market = new WrittenMarket().stand(1).raise('a').raise('b');
    market.recorder.onDiscontinuity(START + 1500);
    expect(market.settled.map(({ signalId, hit, base, atNs }) => [signalId, hit, base, atNs])).toEqual([
      ['a', null, null, `${START + 1500}000000`],
      ['b', null, null, `${START + 1500}000000`],
    ]);
    market.play(1030, 1030);
    expect(market.settled).toHaveLength(2);
  });

  test('leaves what the detector settles itself', () => {
    const market = new WrittenMarket().stand(1).raise('level', { type: 'support', sub: null });
    market.recorder.onDiscontinuity(START + 1500);
    expect(market.settled).toEqual([]);
    const touched = { nullMean: 0.5, nullTouches: 80 };
    const end = market.signal('level', { type: 'support', status: 'confirmed', evidence: touched });
    market.recorder.onSignal(end, 'update');
    expect(market.settled).toMatchObject([
      { signalId: 'level', hit: true, base: { resolved: 80, rate: 0.5 } },
    ]);
  });
});

describe('a level', () => {
  const level = (
    market: WrittenMarket,
    status: FlowEvent['status'],
    part: Partial<FlowEvent> = {},
  ): FlowEvent => market.signal('level', { type: 'resistance', sub: null, side: 'ask', status, ...part });

  test.each([
    ['confirmed', true],
    ['failed', false],
    ['expired', null],
  ] as const)('that is %s came out as %s, whatever price did before', (status, hit) => {
    const market = new WrittenMarket().stand(1);
    market.recorder.onSignal(level(market, 'open'), 'new');
    market.play(1100, 900);
    expect(market.settled).toEqual([]);
    market.recorder.onSignal(level(market, status), 'update');
    market.recorder.onSignal(level(market, status), 'update');
    expect(market.settled).toMatchObject([{ signalId: 'level', hit }]);
  });

  test('is settled at the clock where its own last change is older, and at its change where that is newer', () => {
    for (const [offsetMs, atMs] of [
      [-500, 0],
      [500, 500],
    ] as const) {
      const market = new WrittenMarket().stand(1);
      market.recorder.onSignal(level(market, 'open'), 'new');
      const updatedNs = BigInt(market.timeMs + offsetMs) * NS_PER_MS;
      market.recorder.onSignal(level(market, 'failed', { updatedNs }), 'update');
      expect(market.settled[0]?.atNs).toBe(`${market.timeMs + atMs}000000`);
    }
  });

  test('that can never be known has no base rate either', () => {
    const market = new WrittenMarket().stand(1);
    const evidence = { nullMean: 0.5, nullTouches: 80 };
    market.recorder.onSignal(level(market, 'open'), 'new');
    market.recorder.onSignal(level(market, 'expired', { evidence }), 'update');
    expect(market.settled).toMatchObject([{ hit: null, base: null }]);
  });
});

test('what is raised while a side is empty, or from a broken feed, is not recorded', () => {
  const market = new WrittenMarket().stand(1).quote(Number.NaN).raise('empty');
  market.quote(1000).raise('degraded', { degraded: true });
  market.play(1010).stand(70);
  expect(market.rows).toEqual([]);
});

test('seconds in which a side is empty decide nothing', () => {
  const market = new WrittenMarket().stand(1).raise('a').play(Number.NaN, Number.NaN, 1008);
  expect(market.settled).toMatchObject([{ hit: true, atNs: `${START + 4000}000000` }]);
});

test('what forecasts nothing is recorded and never settled', () => {
  const market = new WrittenMarket()
    .stand(1)
    .raise('a', { type: 'support_resistance' as never })
    .stand(90, 1050);
  expect(market.raised).toMatchObject([{ signalId: 'a', declared: { rule: null, probability: null } }]);
  expect(market.settled).toEqual([]);
});

test('hours are those of the day in UTC', () => {
  const market = new WrittenMarket();
  market.recorder.onClock(START);
  for (const hours of [0, 7, 8, 31]) {
    const detectedNs = BigInt(START + hours * HOUR_MS) * NS_PER_MS;
    market.raise(`${hours}`, { detectedNs });
  }
  expect(market.raised.map(({ condition }) => condition?.hour)).toEqual([16, 23, 0, 23]);
});

test('thirds of volatility are those of the last hours', () => {
  const market = new WrittenMarket();
  for (let second = 0; second < 900; second += 1) {
    market.sigma1Ticks = 1.024 * 2 ** (second % 3);
    market.stand(1);
  }
  for (const octave of [0, 1, 2]) {
    market.sigma1Ticks = 1.024 * 2 ** octave;
    market.raise(`${octave}`);
  }
  expect(market.raised.map(({ condition }) => condition?.volatility)).toEqual(['low', 'middle', 'high']);
});
