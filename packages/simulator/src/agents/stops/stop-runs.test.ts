/** What the watch on stops writes of elections, runs and traps on a small book. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import type { Label } from '#ground-truth/labels.ts';
import { AgentMarket, BEST_BID } from '#testing/agent-market.ts';
import { type LevelKind, StopLevels } from './stop-levels.ts';
import { StopRunWatch } from './stop-run-watch.ts';

const OWNER = 9;
const opposite = (side: number): number => (side === SIDE_BID ? SIDE_ASK : SIDE_BID);

interface Placed {
  /** Ticks beyond the touch. */
  readonly beyond: number;
  readonly size?: number;
  /** Ticks beyond the touch of the level that it was placed beyond. */
  readonly level?: number;
  readonly kind?: LevelKind;
}

class Scene {
  readonly exchange: AgentMarket;
  readonly levels = new StopLevels();
  readonly side: number;
  hunted = false;
  readonly ids: string[] = [];
  readonly #sign: number;
  readonly #askedOf: number[] = [];

  constructor(side: number) {
    this.side = side;
    this.#sign = side === SIDE_BID ? 1 : -1;
    this.exchange = new AgentMarket(1, { answer: 'follow' });
    this.exchange.trade(opposite(side), 1);
    this.exchange.quote(BEST_BID);
    this.exchange.install(
      (market, owner) =>
        new StopRunWatch(market, {
          owner,
          levels: this.levels,
          wasHunted: (of) => {
            this.#askedOf.push(of);
            return this.hunted;
          },
        }),
    );
  }

  /** Price so many ticks beyond what a taker of the side meets at first. */
  at(beyond: number): number {
    return (this.side === SIDE_BID ? BEST_BID + 1 : BEST_BID) + this.#sign * beyond;
  }

  place(...stops: readonly Placed[]): void {
    const { market } = this.exchange;
    for (const { beyond, size = 2, level, kind = 'swing' } of stops) {
      const order = { side: this.side, triggerTicks: this.at(beyond), size, owner: OWNER };
      const slot = market.addStop(order);
      const id = market.engine.orders.id[slot]!;
      this.ids.push(String(id));
      if (level !== undefined) this.levels.note(id, { ticks: this.at(level), kind });
    }
  }

  /** The price trades so many ticks beyond where it was at first. */
  reach(beyond: number): void {
    this.exchange.quote(BEST_BID + this.#sign * beyond);
    this.exchange.trade(this.side, 1);
  }

  /** The price is quoted so many ticks inside the first price. */
  goBack(inside: number): void {
    this.exchange.quote(BEST_BID - this.#sign * inside);
  }

  of(type: string): Label[] {
    return this.exchange.labels.filter((label) => label.type === type);
  }

  get run(): Label | undefined {
    return this.of('stop_run')[0];
  }
}

describe.each([
  ['buy stops', 'bid', SIDE_BID],
  ['sell stops', 'ask', SIDE_ASK],
] as const)('%s', (_, word, side) => {
  test('that are elected by one event are one election, at its instant, with their triggers and contracts', () => {
    const scene = new Scene(side);
    scene.place({ beyond: 2, size: 3 }, { beyond: 3, size: 4 }, { beyond: 9 });
    scene.reach(3);
    const atNs = scene.exchange.market.exchangeNs(scene.exchange.market.nowNs);
    const [election, ...others] = scene.of('stop_election');
    expect(others).toEqual([]);
    expect(election).toMatchObject({
      sub: 'several',
      side: word,
      qty: 7,
      t0Ns: atNs,
      t1Ns: atNs,
      tEvidentNs: atNs,
      priceLowTicks: Math.min(scene.at(2), scene.at(3)),
      priceHighTicks: Math.max(scene.at(2), scene.at(3)),
      orderIds: scene.ids.slice(0, 2),
      params: { stops: 2 },
      observability: 'exact',
    });
    scene.reach(9);
    expect(scene.of('stop_election')[1]).toMatchObject({ sub: 'single', orderIds: [scene.ids[2]] });
  });

  test('are a run when three go off within five seconds, evident with the third', () => {
    const scene = new Scene(side);
    scene.place({ beyond: 2 }, { beyond: 4 }, { beyond: 6 }, { beyond: 8 });
    const times: number[] = [];
    for (const beyond of [2, 4, 6, 8]) {
      scene.exchange.run(1.5);
      scene.reach(beyond);
      times.push(scene.exchange.market.nowNs);
    }
    scene.exchange.run(600);
    const { market } = scene.exchange;
    expect(scene.run).toMatchObject({
      sub: 'organic',
      side: word,
      t0Ns: market.exchangeNs(times[0]!),
      tEvidentNs: market.exchangeNs(times[2]!),
      t1Ns: market.exchangeNs(times[3]!),
      qty: 8,
      orderIds: scene.ids,
      params: { stops: 4, levelDriven: false, levelKind: 'none', stopsAtLevel: 0, levelTicks: scene.at(2) },
      agentIds: ['stop-traders/0'],
    });
    expect(scene.of('stop_run')).toHaveLength(1);
  });

  test.each([
    ['two of them', [0, 1]],
    ['three that each come more than two seconds after the last', [0, 3.1, 6.2]],
  ])('are no run when they are %s', (__, seconds) => {
    const scene = new Scene(side);
    let passed = 0;
    for (const [at, second] of seconds.entries()) {
      scene.place({ beyond: 2 + 2 * at });
      scene.exchange.run(second - passed);
      passed = second;
      scene.reach(2 + 2 * at);
    }
    scene.exchange.run(600);
    scene.exchange.finish();
    expect(scene.of('stop_election')).toHaveLength(seconds.length);
    expect(scene.of('stop_run')).toEqual([]);
  });

  test('whose three last do not lie within five seconds are not yet a run', () => {
    const scene = new Scene(side);
    for (const beyond of [2, 4, 6, 8, 10]) {
      scene.place({ beyond });
      scene.reach(beyond);
      scene.exchange.run(beyond < 6 ? 1.9 : 0.5);
    }
    // At 0, 1.9, 3.8, 4.3 and 4.8 seconds: the third is within five seconds of the first.
    scene.exchange.run(600);
    expect(Number((scene.run?.tEvidentNs ?? 0n) - (scene.run?.t0Ns ?? 0n)) / SECOND_NS).toBeCloseTo(3.8, 6);
  });

  test('are driven by a level when three of them had been placed beyond it', () => {
    for (const [count, driven] of [
      [3, true],
      [2, false],
    ] as const) {
      const scene = new Scene(side);
      for (let n = 0; n < count; n++) scene.place({ beyond: 2 + n, level: 1, kind: 'round' });
      scene.place({ beyond: 6, level: 5 }, { beyond: 7 });
      scene.reach(8);
      scene.exchange.run(600);
      expect(scene.run?.params).toMatchObject({
        levelDriven: driven,
        levelKind: driven ? 'round' : 'none',
        stopsAtLevel: driven ? count : 0,
        levelTicks: driven ? scene.at(1) : scene.at(2),
        stops: count + 2,
      });
    }
  });

  test('are driven by the level of most of them', () => {
    const scene = new Scene(side);
    for (const beyond of [2, 2, 3]) scene.place({ beyond, level: 1 });
    for (const beyond of [5, 6, 6, 7]) scene.place({ beyond, level: 4, kind: 'session' });
    scene.reach(8);
    scene.exchange.run(600);
    expect(scene.run?.params).toMatchObject({
      stopsAtLevel: 4,
      levelKind: 'session',
      levelTicks: scene.at(4),
    });
  });

  test('are hunted when somebody pushed before the first of them', () => {
    const scene = new Scene(side);
    scene.hunted = true;
    scene.place({ beyond: 2 }, { beyond: 3 }, { beyond: 4 });
    scene.reach(2);
    scene.hunted = false;
    scene.reach(4);
    scene.exchange.run(600);
    expect(scene.run).toMatchObject({ sub: 'hunted', agentIds: ['stop-traders/0', 'stop-hunter/0'] });
  });
});

describe.each([
  ['rose', SIDE_BID],
  ['fell', SIDE_ASK],
] as const)('after a run in which the price %s', (_, side) => {
  const withRun = (isLevel = true): Scene => {
    const scene = new Scene(side);
    for (const beyond of [3, 4, 5]) scene.place(isLevel ? { beyond, level: 2 } : { beyond });
    scene.reach(6);
    scene.exchange.run(3);
    return scene;
  };

  test('two minutes without a return are a continuation', () => {
    const scene = withRun();
    scene.exchange.run(114);
    expect(scene.run).toBeUndefined();
    scene.exchange.run(6);
    expect(scene.run).toMatchObject({ success: true, params: { outcome: 'continuation' } });
    expect(scene.of('trap')).toEqual([]);
  });

  test('half a minute back inside the first trigger is a reversal, and those who were stopped in are trapped', () => {
    const scene = withRun();
    scene.goBack(3);
    const backNs = scene.exchange.market.nowNs;
    scene.exchange.run(29);
    expect(scene.run).toBeUndefined();
    scene.exchange.run(3);
    expect(scene.run).toMatchObject({ success: false, params: { outcome: 'reversal' } });
    const [trap] = scene.of('trap');
    const { market } = scene.exchange;
    expect(trap).toMatchObject({
      sub: 'organic',
      side: scene.run?.side,
      qty: scene.run?.qty,
      orderIds: scene.ids,
      params: { levelTicks: scene.at(2), stops: 3 },
      observability: 'weak',
    });
    expect(Number((trap?.tEvidentNs ?? 0n) - market.exchangeNs(backNs)) / SECOND_NS).toBeLessThanOrEqual(1);
    const zone = [trap?.priceLowTicks, trap?.priceHighTicks];
    expect(zone).toContain(scene.at(3));
    expect(zone.every((ticks) => (Number(ticks) - scene.at(2)) * (side === SIDE_BID ? 1 : -1) >= 1)).toBe(
      true,
    );
  });

  test('a return that does not stay is none', () => {
    const scene = withRun();
    scene.goBack(3);
    scene.exchange.run(20);
    scene.reach(6);
    scene.exchange.run(5);
    scene.goBack(3);
    scene.exchange.run(25);
    expect(scene.run).toBeUndefined();
    scene.exchange.run(8);
    expect(scene.run?.params['outcome']).toBe('reversal');
  });

  test('a trap is none where no level drove the stops, or where somebody planned one there', () => {
    const loose = withRun(false);
    loose.goBack(3);
    loose.exchange.run(40);
    expect([loose.run?.params['outcome'], loose.of('trap')]).toEqual(['reversal', []]);
    const planned = withRun();
    planned.levels.plan(planned.at(3));
    planned.goBack(3);
    planned.exchange.run(40);
    expect([planned.run?.params['outcome'], planned.of('trap')]).toEqual(['reversal', []]);
  });

  test('the end of the session leaves the outcome open, be it gathered or settling', () => {
    const settling = withRun();
    settling.exchange.finish();
    settling.exchange.finish();
    expect(settling.of('stop_run').map(({ success, params }) => [success, params['outcome']])).toEqual([
      [null, 'open'],
    ]);
    const gathering = new Scene(side);
    gathering.place({ beyond: 2 }, { beyond: 3 }, { beyond: 4 });
    gathering.reach(5);
    gathering.exchange.finish();
    expect(gathering.run?.params['outcome']).toBe('open');
  });
});
