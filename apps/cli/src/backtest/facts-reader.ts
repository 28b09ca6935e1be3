/** Runs the pipeline over one contract of recordings that follow each other and records the facts of its trading days. */
import { FactsRecorder, factsBytes } from '@undertow/backtest';
import { createPipeline, EventRanking, type Pipeline } from '@undertow/detection';
import {
  CME_CALENDAR,
  COL_FLAGS,
  FLAG_MAYBE_BAD_BOOK,
  FLAG_SNAPSHOT,
  InstrumentMarket,
  MINUTE_MS,
  productCalendar,
  rowWholeMs,
} from '@undertow/market';
import type { RecordedInstrument, RowReader } from '#recordings/read-instruments.ts';
import { InputError } from '#terminal/terminal.ts';

/** Facts of a day, packed: a year of them is in memory at once. */
export interface StoredSession {
  readonly tradingDay: string;
  readonly contract: string;
  readonly openMs: number;
  /** Contracts traded. */
  readonly volume: number;
  readonly bytes: Uint8Array;
}

/** Files name no version of the detectors: they are those of this command. */
const DETECTORS = 'of this version';

export class FactsReader implements RowReader {
  readonly #pipeline: Pipeline;
  readonly #recorder: FactsRecorder;
  readonly #ranking: EventRanking;
  #minute = Number.NaN;
  #lastMs = Number.NEGATIVE_INFINITY;
  /** Of the file that is read, until its first row outside a snapshot. */
  #begun: string | null = null;

  constructor(recorded: RecordedInstrument, onSession: (session: StoredSession) => void) {
    const { instrument, tier, symbol } = recorded;
    const calendar = productCalendar(CME_CALENDAR, instrument);
    const market = new InstrumentMarket({ instrument, tier, calendar });
    this.#ranking = new EventRanking(calendar);
    this.#recorder = new FactsRecorder({
      market,
      calendar,
      source: 'replay',
      detectors: DETECTORS,
      contract: symbol,
      isLastOfContract: () => false,
      onSession: (facts) => {
        const { tradingDay, session, minutes } = facts;
        const volume = minutes.volume.reduce((sum, contracts) => sum + contracts, 0);
        onSession({ tradingDay, contract: symbol, openMs: session.openMs, volume, bytes: factsBytes(facts) });
      },
    });
    this.#pipeline = createPipeline({
      instrument,
      tier,
      market,
      emit: (event) => this.#recorder.addFinding(this.#ranking.rank(event)),
      emitPattern: (pattern) => this.#recorder.addFinding(pattern),
    });
  }

  /** Another file follows: it must not begin before the end of the one before. */
  startFile(path: string): void {
    this.#begun = path;
  }

  applyRow(rows: Int32Array, at: number): void {
    const flags = rows[at + COL_FLAGS]!;
    if ((flags & FLAG_SNAPSHOT) === 0) this.#watch(rowWholeMs(rows, at));
    if ((flags & FLAG_MAYBE_BAD_BOOK) !== 0) this.#pipeline.onDiscontinuity(rowWholeMs(rows, at));
    const event = this.#recorder.applyRow(rows, at);
    if (event !== null) this.#pipeline.onMatch(event);
  }

  finish(): void {
    this.#recorder.finish();
  }

  #watch(timeMs: number): void {
    if (this.#begun !== null && timeMs < this.#lastMs)
      throw new InputError(
        `${this.#begun}: begins before the end of the file before it, expected files in order`,
      );
    this.#begun = null;
    this.#lastMs = Math.max(this.#lastMs, timeMs);
    const minute = Math.floor(timeMs / MINUTE_MS);
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#ranking.watch(timeMs);
  }
}
