/** Replays a tape through the real book and the real detectors, from the book and the baselines it began with. */
import { createPipeline } from '@undertow/detection';
import {
  type Bar,
  COL_AUX,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_SEQUENCE,
  calendarOf,
  type FeedSource,
  type FeedTier,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  type FlowEvent,
  type Instrument,
  InstrumentMarket,
  instrumentById,
  MINUTE_MS,
  productCalendar,
  ROW_LENGTH,
  rowTimeMs,
} from '@undertow/market';
import { TAPE_WIDTH } from '#live/tape/row-codec.ts';
import { BOOK_WIDTH, type Checkpoint, decodeTape, type Tape } from '#live/tape/tape-codec.ts';
import type { ReplayQuestion, ReplayResponse } from '#ports/replay.ts';
import { type Comparison, compareEvents } from './compare-events.ts';
import { StepRecorder } from './replay-steps.ts';

/** Columns of a row that a tape has in common with the feed. */
const PLAIN = 8;

function seedBook(market: InstrumentMarket, { book }: Checkpoint): void {
  const row = new Int32Array(ROW_LENGTH);
  for (let at = 0; at < book.length; at += BOOK_WIDTH) {
    row.set(book.subarray(at, at + BOOK_WIDTH - 1));
    row[COL_AUX] = book[at + BOOK_WIDTH - 1]!;
    row[COL_FLAGS] = at + BOOK_WIDTH < book.length ? FLAG_SNAPSHOT : FLAG_SNAPSHOT | FLAG_LAST;
    market.applyRow(row, 0);
  }
}

/** A market with the hours that the product has at its source, as in the session that was recorded. */
export function replayedMarket(instrument: Instrument, tier: FeedTier, source: FeedSource): InstrumentMarket {
  const calendar = productCalendar(calendarOf(source), instrument);
  return new InstrumentMarket({ instrument, tier, calendar });
}

function barsBefore(bars: readonly Bar[], { timeMs, formingBar }: Checkpoint): readonly Bar[] {
  const minuteMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
  const closed = bars.filter((bar) => bar.startMs < (formingBar?.startMs ?? minuteMs));
  return formingBar === null ? closed : [...closed, formingBar];
}

interface Played {
  readonly steps: StepRecorder;
  /** The event as it was raised and at each of its changes, oldest first. */
  readonly states: readonly FlowEvent[];
}

function play(tape: Tape, id: string, { source, bars, untilMs }: ReplayQuestion): Played | null {
  const instrument = instrumentById(tape.instrumentId);
  if (instrument === undefined) return null;
  const states: FlowEvent[] = [];
  const market = replayedMarket(instrument, tape.tier, source);
  market.facts.restore(barsBefore(bars, tape.start));
  const pipeline = createPipeline({
    instrument,
    tier: tape.tier,
    market,
    baselines: tape.start.baselines,
    emit: (raised) => {
      if (raised.id === id) states.push(raised);
    },
  });
  seedBook(market, tape.start);
  const steps = new StepRecorder(market, tape.start);
  const row = new Int32Array(ROW_LENGTH);
  row[COL_INSTRUMENT] = instrument.id;
  for (let at = 0; at < tape.rows.length; at += TAPE_WIDTH) {
    row.set(tape.rows.subarray(at, at + PLAIN));
    row[COL_FLAGS] = tape.rows[at + PLAIN]!;
    row[COL_SEQUENCE] = tape.rows[at + PLAIN + 1]!;
    row[COL_AUX] = tape.rows[at + PLAIN + 2]!;
    if (rowTimeMs(row, 0) >= untilMs) break;
    steps.before(row);
    const event = market.applyRow(row, 0);
    if (event !== null) pipeline.onMatch(event);
    if ((row[COL_FLAGS]! & FLAG_LAST) !== 0) steps.settle(row);
  }
  return { steps, states };
}

/**
 * The wanted state against the replayed one of its instant. Rows reach further than what a viewer saw: an event that
 * changed in the last tenth of a second is not another event.
 */
function compareState(wanted: FlowEvent, states: readonly FlowEvent[]): Comparison {
  const instant = states.findLast(({ updatedNs }) => updatedNs <= wanted.updatedNs) ?? states[0];
  // One instant may have several changes: the wanted one may be any of them
  const [nearest] = states
    .filter(({ updatedNs }) => updatedNs === instant?.updatedNs)
    .map((state) => compareEvents(wanted, state))
    .toSorted((a, b) => a.differing.length - b.differing.length);
  return nearest ?? { compared: 0, differing: [] };
}

/** Null where the tape has an older format. Throws what damaged bytes throw. */
export function playTape(question: ReplayQuestion): ReplayResponse | null {
  const tape = decodeTape(question.tape);
  if (tape === null) return null;
  const wanted = question.event ?? tape.event;
  const played = play(tape, wanted.id, question);
  if (played === null) return null;
  const { steps, states } = played;
  return {
    steps: steps.take(Math.min(tape.toMs, question.untilMs)),
    isWhole: tape.isWhole,
    isRaised: states.length > 0,
    ...compareState(wanted, states),
  };
}
