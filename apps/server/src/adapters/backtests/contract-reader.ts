/** The rows of one contract through market and detectors, as in the live line, to the facts of its sessions. */
import { FactsRecorder, type SessionFacts } from '@undertow/backtest';
import { createPipeline, EventRanking, type Pipeline } from '@undertow/detection';
import {
  COL_FLAGS,
  type ContractBar,
  type ExchangeCalendar,
  type FeedSource,
  type FeedTier,
  FLAG_MAYBE_BAD_BOOK,
  type Instrument,
  InstrumentMarket,
  rowTimeMs,
} from '@undertow/market';

export interface ContractOptions {
  readonly instrument: Instrument;
  readonly calendar: ExchangeCalendar;
  readonly tier: FeedTier;
  readonly source: FeedSource;
  readonly contract: string;
  /** Version of the detectors. */
  readonly detectors: string;
  readonly isLastOfContract: boolean;
  /** Of the contract, before its first row. */
  readonly priorBars: readonly ContractBar[];
  readonly onSession: (facts: SessionFacts) => void;
}

/**
 * Begins with the levels of the day before and with what the detectors know without any history: what is read can be read again,
 * with the same result.
 */
export class ContractReader {
  readonly #market: InstrumentMarket;
  readonly #recorder: FactsRecorder;
  readonly #pipeline: Pipeline;

  constructor({ instrument, calendar, tier, priorBars, isLastOfContract, ...options }: ContractOptions) {
    const market = new InstrumentMarket({ instrument, tier, calendar });
    market.facts.restore(priorBars);
    const recorder = new FactsRecorder({
      ...{ ...options, market, calendar },
      isLastOfContract: () => isLastOfContract,
    });
    const ranking = new EventRanking(calendar);
    this.#market = market;
    this.#recorder = recorder;
    this.#pipeline = createPipeline({
      ...{ instrument, tier, market },
      emit: (event) => recorder.addFinding(ranking.rank(event)),
      emitPattern: (pattern) => recorder.addFinding(pattern),
    });
  }

  applyRow(rows: Int32Array, at: number): void {
    // What was lost stays lost: windows across the gap are dropped
    if ((rows[at + COL_FLAGS]! & FLAG_MAYBE_BAD_BOOK) !== 0)
      this.#pipeline.onDiscontinuity(rowTimeMs(rows, at));
    const match = this.#recorder.applyRow(rows, at);
    if (match !== null) this.#pipeline.onMatch(match);
  }

  /** Milliseconds since 1970 UTC. */
  get timeMs(): number {
    return this.#market.timeMs;
  }

  finish(): void {
    this.#recorder.finish();
  }
}
