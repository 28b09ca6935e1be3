/** Recordings of one trading day through market and detectors, as in the live line, to the facts of its session. */
import { FactsRecorder, type SessionFacts } from '@undertow/backtest';
import { createPipeline, type Pipeline } from '@undertow/detection';
import { openRun, type RunHeader, streamRuns } from '@undertow/feeds';
import {
  COL_FLAGS,
  calendarOf,
  type EventBatch,
  type ExchangeCalendar,
  FLAG_MAYBE_BAD_BOOK,
  type Instrument,
  InstrumentMarket,
  instrumentById,
  productCalendar,
  ROW_LENGTH,
  rowTimeMs,
} from '@undertow/market';
import type { SessionTask } from '#ports/backtests/backtests.ts';

/** Rows between two reports of progress. */
const REPORT_ROWS = 200_000;

/**
 * Sessions begin with the levels of the day before and with what the detectors know without any history: each day can be read by itself, and
 * again, with the same result.
 */
class ContractReader {
  readonly #market: InstrumentMarket;
  readonly #recorder: FactsRecorder;
  readonly #pipeline: Pipeline;

  constructor(
    { detectors, isLastOfContract, priorBars }: SessionTask,
    { source, tier, contract }: RunHeader,
    { instrument, calendar }: { readonly instrument: Instrument; readonly calendar: ExchangeCalendar },
    onSession: (facts: SessionFacts) => void,
  ) {
    const market = new InstrumentMarket({ instrument, tier, calendar });
    market.facts.restore(priorBars.filter((bar) => bar.contract === contract));
    const recorder = new FactsRecorder({
      ...{ market, calendar, source, detectors, contract, onSession },
      isLastOfContract: () => isLastOfContract,
    });
    this.#market = market;
    this.#recorder = recorder;
    this.#pipeline = createPipeline({
      ...{ instrument, tier, market },
      emit: (event) => recorder.addFinding(event),
      emitPattern: (pattern) => recorder.addFinding(pattern),
    });
  }

  take({ rows, count }: EventBatch): void {
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      // What was lost stays lost: windows across the gap are dropped
      if ((rows[at + COL_FLAGS]! & FLAG_MAYBE_BAD_BOOK) !== 0)
        this.#pipeline.onDiscontinuity(rowTimeMs(rows, at));
      const match = this.#recorder.applyRow(rows, at);
      if (match !== null) this.#pipeline.onMatch(match);
    }
  }

  /** Milliseconds since 1970 UTC. */
  get timeMs(): number {
    return this.#market.timeMs;
  }

  finish(): void {
    this.#recorder.finish();
  }
}

/** The facts with the most minutes, where the day has several contracts; null without any row. */
export async function readSession(
  task: SessionTask,
  onProgress: (fraction: number) => void,
): Promise<SessionFacts | null> {
  const instrument = instrumentById(task.instrumentId);
  if (instrument === undefined)
    throw new Error(`expected an instrument of the catalogue, got ${task.instrumentId}`);
  const calendar = productCalendar(calendarOf(task.source), instrument);
  const { openMs, closeMs } = calendar.sessionBounds(task.tradingDay);
  const found: SessionFacts[] = [];
  const keep = (facts: SessionFacts): void => {
    if (facts.tradingDay === task.tradingDay) found.push(facts);
  };
  const runs = task.paths.map((path) => () => openRun(path));
  let reader: ContractReader | null = null;
  let contract = '';
  let unreported = 0;
  for await (const batch of streamRuns(runs, openMs - 1, closeMs)) {
    if (batch.header.contract !== contract) {
      reader?.finish();
      reader = new ContractReader(task, batch.header, { instrument, calendar }, keep);
      contract = batch.header.contract;
    }
    reader?.take(batch);
    unreported += batch.count;
    if (unreported >= REPORT_ROWS && reader !== null) {
      unreported = 0;
      onProgress(Math.min(1, Math.max(0, (reader.timeMs - openMs) / (closeMs - openMs))));
    }
  }
  reader?.finish();
  return found.toSorted((a, b) => b.minutes.count - a.minutes.count)[0] ?? null;
}
