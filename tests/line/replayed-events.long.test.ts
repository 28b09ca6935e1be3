/** How many events of simulated markets their own tape reproduces bit for bit: a minimum for each type. */
import { createPipeline } from '@undertow/detection';
import {
  type Bar,
  type FlowEvent,
  InstrumentMarket,
  instrumentById,
  ROW_LENGTH,
  rowWholeMs,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { playTape } from '@undertow/server/src/live/replay/play-tape.ts';
import { SessionTape } from '@undertow/server/src/live/tape/session-tape.ts';
import { windowEndMs } from '@undertow/server/src/live/tape/window-end.ts';
import { createSession, RowBuffer } from '@undertow/simulator';
import { beforeAll, expect, test } from 'vitest';

const START_MS = Date.parse('2026-11-18T15:00:00Z');
const MINUTES = 40;
const SEEDS = [1, 5];
/** An iceberg of the market's own is pinned this often. */
const PINNED_EVERY_MS = 15_000;
/** Of the pinned ones: so many are found at least. */
const FOUND = (0.3 * SEEDS.length * MINUTES * 60_000) / PINNED_EVERY_MS;
const STEP_MS = 1000;

interface Outcome {
  readonly type: string;
  readonly state: 'equal' | 'differs' | 'not_raised' | 'no_tape';
  readonly differing: readonly string[];
  readonly isForecast: boolean;
}

interface Tapes {
  readonly tapes: ReadonlyMap<FlowEvent, Uint8Array | null>;
  /** The events that changed within their window, as they were raised. */
  readonly changed: ReadonlySet<FlowEvent>;
  readonly bars: readonly Bar[];
}

/** Plays a market as a session does and cuts the tape of each event when its window is over. */
function tapesOf(seed: number): Tapes {
  const instrument = instrumentById(1);
  if (instrument === undefined) throw new Error('the catalogue has no ES');
  const young = new Map<string, FlowEvent>();
  const tapes = new Map<FlowEvent, Uint8Array | null>();
  const changed = new Set<FlowEvent>();
  const market = new InstrumentMarket({ instrument, tier: 'L3', calendar: SIMULATED_CALENDAR });
  const tape = new SessionTape(market);
  const pipeline = createPipeline({
    instrument,
    tier: 'L3',
    market,
    emit: (event, change) => {
      tape.keep(event, change);
      const raised = young.get(event.id);
      if (change === 'new') young.set(event.id, event);
      else if (raised !== undefined && event.updatedNs > raised.updatedNs) changed.add(raised);
    },
  });
  const session = createSession({
    instrument,
    seed,
    startMs: START_MS,
    openTicks: instrument.basePriceTicks,
    // So many end that the sizes of later ones are forecast from them
    pinnedIcebergs: { fromMs: START_MS + 60_000, everyMs: PINNED_EVERY_MS },
  });
  const rows = new RowBuffer();
  for (let timeMs = START_MS + STEP_MS; timeMs <= START_MS + MINUTES * 60_000; timeMs += STEP_MS) {
    rows.clear();
    session.advance(timeMs, rows);
    for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) {
      for (const event of young.values()) {
        if (rowWholeMs(rows.rows, at) < windowEndMs(event)) break;
        tapes.set(event, tape.cut(event, windowEndMs(event)));
        young.delete(event.id);
      }
      const match = market.applyRow(rows.rows, at);
      if (match !== null) pipeline.onMatch(match);
      tape.record(rows.rows, at, pipeline);
    }
  }
  return { tapes, changed, bars: market.facts.bars.last(MINUTES) };
}

function outcomesOf({ tapes, bars }: Tapes): Outcome[] {
  return [...tapes].map(([event, tape]): Outcome => {
    const type = event.sub === null ? event.type : `${event.type}/${event.sub}`;
    const isForecast = (event.evidence['forecast'] ?? null) !== null;
    if (tape === null) return { type, state: 'no_tape', differing: [], isForecast };
    const untilMs = windowEndMs(event);
    const response = playTape({ tape, event: null, untilMs, source: 'simulated', bars });
    if (response === null) throw new Error('expected a tape of the present format');
    const { isRaised, differing } = response;
    if (!isRaised) return { type, state: 'not_raised', differing, isForecast };
    return { type, state: differing.length === 0 ? 'equal' : 'differs', differing, isForecast };
  });
}

let markets: readonly Tapes[];
let outcomes: readonly Outcome[];
beforeAll(() => {
  markets = SEEDS.map(tapesOf);
  outcomes = markets.flatMap(outcomesOf);
}, 300_000);

const statesOf = (type: string): readonly string[] =>
  outcomes.filter((one) => one.type.startsWith(type)).map(({ state }) => state);

test('every native iceberg is reproduced from its tape bit for bit, with its forecast', () => {
  const native = outcomes.filter(({ type }) => type === 'iceberg/native');
  expect(native.length).toBeGreaterThan(FOUND);
  expect(native.filter(({ isForecast }) => isForecast).length).toBeGreaterThan(FOUND / 2);
  expect(native.filter(({ state }) => state !== 'equal')).toEqual([]);
});

test('every stop run is raised again, more than half of them bit for bit', () => {
  const states = statesOf('stop_run');
  expect(states.length).toBeGreaterThan(2 * SEEDS.length);
  expect(states.filter((state) => state === 'not_raised')).toEqual([]);
  expect(states.filter((state) => state === 'equal').length / states.length).toBeGreaterThan(0.5);
});

test('a stop run differs only in levels and paces from before the tape, never in what it detected', () => {
  const runs = outcomes.filter(({ type }) => type.startsWith('stop_run'));
  expect(runs.some(({ differing }) => differing.length > 0)).toBe(true);
  for (const path of runs.flatMap(({ differing }) => differing))
    expect(path).not.toMatch(
      /^(side|priceTicks|size|startNs|detectedNs|evidence\.(elections|stops|contracts)\b)/,
    );
});

test('every event has a tape, and those that depend on earlier data are not reported as equal', () => {
  expect(outcomes.filter(({ state }) => state === 'no_tape')).toEqual([]);
  for (const { state, differing } of outcomes) expect(state === 'differs').toBe(differing.length > 0);
});

test('an iceberg that was refilled after a viewer looked is reproduced as they saw it, bit for bit', () => {
  const differing = markets.flatMap(({ tapes, changed, bars }) =>
    [...tapes].flatMap(([event, tape]) => {
      if (tape === null || event.sub !== 'native' || !changed.has(event)) return [];
      return [playTape({ tape, event, untilMs: windowEndMs(event), source: 'simulated', bars })?.differing];
    }),
  );
  expect(differing.length).toBeGreaterThan(FOUND / 2);
  expect(differing.filter((paths) => paths?.length !== 0)).toEqual([]);
});
