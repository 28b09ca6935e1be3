/** What a pipeline emits, withholds, records and passes on, beside a tape that another pipeline plays. */
import { type FlowEvent, HOUR_MS, type Pattern, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import type { StateSource } from '#calibration/model-state.ts';
import { add, cancel, ES, fill, HandTape, modify, trade } from '#testing/hand-tape.ts';
import type { TrackRow } from '#track-record/track-row.ts';
import { createPipeline, type Pipeline, type PipelineOptions } from './pipeline.ts';

const PRICE = 19_000;

class Watched {
  readonly events: [FlowEvent, string][] = [];
  readonly patterns: [Pattern, string][] = [];
  readonly rows: TrackRow[] = [];
  readonly pipeline: Pipeline;

  /** A pipeline that receives what a tape plays from now on. */
  constructor(tape: HandTape, options: Partial<PipelineOptions> = {}) {
    this.pipeline = createPipeline({
      ...{ instrument: ES, tier: 'L3', market: tape.market, types: ['iceberg'] },
      emit: (event, change) => this.events.push([event, change]),
      emitPattern: (pattern, change) => this.patterns.push([pattern, change]),
      onTrackRow: (row) => this.rows.push(row),
      ...options,
    });
    const { pipeline } = tape;
    const onMatch = pipeline.onMatch.bind(pipeline);
    pipeline.onMatch = (event) => {
      onMatch(event);
      this.pipeline.onMatch(event);
    };
  }

  get news(): string[] {
    return this.events.map(([{ status }, change]) => `${change} ${status}`);
  }
}

const playing = (options: Partial<PipelineOptions> = {}): { tape: HandTape; watched: Watched } => {
  const tape = new HandTape('L3', []);
  const watched = new Watched(tape, options);
  return { tape: tape.background(PRICE).event(add(500, SIDE_BID, PRICE, 10)), watched };
};

/** A native iceberg is filled and shows its ten contracts again. */
function refill(tape: HandTape, aggressor: number): HandTape {
  return tape
    .wait(500)
    .event(
      trade(aggressor, SIDE_ASK, PRICE, 10),
      fill(500, SIDE_BID, PRICE, 10),
      modify(500, SIDE_BID, PRICE, 10),
    );
}

const pattern = (part: Partial<Pattern> = {}): Pattern =>
  ({
    ...{ id: 'p', type: 'cross_market', sub: 'divergence', instrumentId: ES.id, side: null, direction: null },
    ...{ status: 'open', exact: false, confidence: 0.7, score: 1, calibrator: 'probe@1', tier: 'L3' },
    ...{ detectedNs: 5n, updatedNs: 5n, degraded: false, evidence: {}, levels: [] },
    ...part,
  }) as unknown as Pattern;

describe('a pattern that was found beside the pipeline', () => {
  const stateOf = (part: Partial<Pattern>, options: Partial<PipelineOptions> = {}): string | undefined => {
    const { watched } = playing(options);
    watched.pipeline.addPattern(pattern(part), 'new');
    return watched.patterns[0]?.[0].state;
  };
  const as =
    (state: 'calibrated' | 'experimental' | 'unavailable'): StateSource =>
    (model, tier) =>
      model === 'probe' ? { model, tier, state, raiseFrom: null, reason: '' } : null;

  test.each<[string, Partial<Pattern>, Partial<PipelineOptions>, string | undefined]>([
    ['the state of the model that judged it', {}, { states: as('calibrated') }, 'calibrated'],
    ['its lesser state', {}, { states: as('experimental') }, 'experimental'],
    ['none where it is unavailable: it is withheld', {}, { states: as('unavailable') }, undefined],
    [
      'experimental where nothing was measured',
      { calibrator: 'x@1' },
      { states: as('calibrated') },
      'experimental',
    ],
    ['experimental of what no model judged', { calibrator: 'score' }, {}, 'experimental'],
    ['exact of a fact, whatever the states', { exact: true }, { states: as('unavailable') }, 'exact'],
    ['calibrated of what is tested in the market at hand', { calibrator: 'online' }, {}, 'calibrated'],
    [
      'calibrated of everything while that is measured',
      { calibrator: 'x@1' },
      { states: null },
      'calibrated',
    ],
  ])('has %s', (_, part, options, state) => {
    expect(stateOf(part, options)).toBe(state);
  });

  test('is recorded as its own are, and not where it is withheld', () => {
    for (const [state, count] of [
      ['experimental', 1],
      ['unavailable', 0],
    ] as const) {
      const { watched } = playing({ states: as(state) });
      watched.pipeline.addPattern(pattern(), 'new');
      expect(watched.rows).toHaveLength(count);
      if (count === 1)
        expect(watched.rows[0]).toMatchObject({ kind: 'raised', signalId: 'p', type: 'cross_market' });
    }
  });

  test('needs nobody who receives it', () => {
    const tape = new HandTape('L3', []);
    const bare = createPipeline({ instrument: ES, tier: 'L3', market: tape.market, emit: () => undefined });
    expect(() => bare.addPattern(pattern(), 'new')).not.toThrow();
  });
});

describe('an iceberg', () => {
  test('is emitted once as new and then as it changes, exact, and recorded when it is raised', () => {
    const { tape, watched } = playing();
    for (let n = 1; n <= 4; n += 1) refill(tape, 40_000 + n);
    expect(watched.news[0]).toBe('new open');
    expect(watched.news.slice(1).every((word) => word === 'update open')).toBe(true);
    expect(watched.events[0]?.[0]).toMatchObject({
      type: 'iceberg',
      sub: 'native',
      state: 'exact',
      exact: true,
    });
    expect(watched.rows.map(({ kind }) => kind)).toEqual(['raised']);
    expect(watched.pipeline.counters).toMatchObject({ icebergRefills: 4, icebergOrders: 1 });
  });

  test.each([
    [0.25, 0.75],
    [-3, 1],
    [1.5, 0],
  ])('is as sure as a feed with a rate of gaps of %d is whole', (rate, confidence) => {
    const { tape, watched } = playing();
    watched.pipeline.setGapRate(rate);
    for (let n = 1; n <= 3; n += 1) refill(tape, 40_000 + n);
    expect(watched.events[0]?.[0].confidence).toBe(confidence);
  });

  test('of a lost book ends at once, and its outcome will never be known', () => {
    const { tape, watched } = playing();
    for (let n = 1; n <= 3; n += 1) refill(tape, 40_000 + n);
    watched.pipeline.onDiscontinuity(Number(tape.nowNs / 1_000_000n));
    expect(watched.events.at(-1)?.[0].status).toBe('expired');
    expect(watched.rows.at(-1)).toMatchObject({ kind: 'settled', hit: null, base: null });
  });

  test('is the same in two pipelines of one market, byte for byte', () => {
    const { tape, watched } = playing();
    const other = new Watched(tape);
    for (let n = 1; n <= 5; n += 1) refill(tape, 40_000 + n);
    tape.pass(400_000);
    expect(other.events).toEqual(watched.events);
    expect(watched.events.at(-1)?.[0].status).toBe('expired');
  });
});

test('a pipeline that begins with what another had learnt goes on as that one', () => {
  const { tape, watched } = playing();
  tape.pass(30_000);
  const restored = new Watched(tape, { baselines: structuredClone(watched.pipeline.baselines()) });
  const before = watched.events.length;
  for (let n = 1; n <= 4; n += 1) refill(tape, 40_000 + n);
  tape.pass(5000);
  expect(restored.events.length).toBeGreaterThan(0);
  expect(restored.events).toEqual(watched.events.slice(before));
  expect(restored.pipeline.baselines()).toEqual(watched.pipeline.baselines());
});

test('what was learnt of forecasts is served with the next trading day, which has a row of its own', () => {
  const { tape, watched } = playing();
  // The tape begins at 15:00 UTC; the day opens at 23:00, and its first instant ends the one before
  tape.pass(7.9 * HOUR_MS);
  expect(watched.rows).toEqual([]);
  tape
    .pass(0.2 * HOUR_MS)
    .pass(1000)
    .pass(60_000);
  expect(watched.rows.map(({ kind }) => kind)).toEqual(['calibration']);
  const [row] = watched.rows;
  expect(row).toMatchObject({ instrumentId: ES.id, signalId: `calibration|${row?.atNs}` });
  const silent = playing({ outcomes: null });
  silent.tape.pass(7.9 * HOUR_MS).pass(0.2 * HOUR_MS);
  expect(silent.watched.rows).toEqual([]);
});

test('price predictions have a score where they run, and none where they do not', () => {
  expect(playing().watched.pipeline.predictionScore()).toEqual([]);
  const { watched } = playing({ types: ['price_prediction'] });
  expect(watched.pipeline.predictionScore().map(({ target, resolved }) => [target, resolved])).toEqual([
    ['next_move', 0],
    ['ten_seconds', 0],
    ['minute', 0],
  ]);
});

test('stops that are elected are told one by one, whether or not they make a run', () => {
  const elected: { side: string; stops: number; contracts: number }[] = [];
  const { tape, watched } = playing({ types: ['stop_run'], onElection: (one) => elected.push(one) });
  tape.event(add(600, SIDE_ASK, PRICE + 5, 9));
  // An aggressor of a later round with an id that is older than the newest was waiting: a stop
  tape
    .wait(1000)
    .event(
      trade(90_000, SIDE_BID, PRICE + 4, 2, 1),
      fill(10, SIDE_ASK, PRICE + 4, 2),
      modify(10, SIDE_ASK, PRICE + 4, 38),
      trade(25_000, SIDE_BID, PRICE + 4, 3, 2),
      fill(10, SIDE_ASK, PRICE + 4, 3),
      modify(10, SIDE_ASK, PRICE + 4, 35),
    );
  expect(elected).toMatchObject([{ side: 'bid', stops: 1, contracts: 3 }]);
  expect(watched.pipeline.counters).toMatchObject({ electedStops: 1, stopEvents: 1, stopContracts: 3 });
  expect(watched.events).toEqual([]);
});

test('detectors of other types see nothing, and count nothing', () => {
  const { tape, watched } = playing({ types: [] });
  for (let n = 1; n <= 4; n += 1) refill(tape, 40_000 + n);
  tape.event(cancel(500, SIDE_BID, PRICE, 10)).pass(1000);
  expect([watched.events, watched.patterns, watched.rows]).toEqual([[], [], []]);
  expect(Object.values(watched.pipeline.counters)).toEqual([0, 0, 0, 0, 0]);
});
