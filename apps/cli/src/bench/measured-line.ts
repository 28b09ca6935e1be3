/** The line from raw records to flow events, as a server runs it for one instrument: decode, book, facts, detectors. */
import { createPipeline } from '@undertow/detection';
import { decodeMbo } from '@undertow/feeds';
import { CME_CALENDAR, InstrumentMarket, instrumentBySymbol, ROW_LENGTH } from '@undertow/market';
import { RECORD_BYTES, TICK_NANOS } from './bench-stream.ts';

const BATCH = 256;

export class MeasuredLine {
  /** Flow events raised, updates not counted. */
  raised = 0;
  matchEvents = 0;
  readonly market: InstrumentMarket;
  readonly #view: DataView;
  readonly #rows = new Int32Array(BATCH * ROW_LENGTH);

  constructor(view: DataView) {
    this.#view = view;
    const instrument = instrumentBySymbol('ES');
    if (instrument === undefined) {
      throw new Error('the catalogue has no ES');
    }
    const market = new InstrumentMarket({
      instrument,
      tier: 'L3',
      calendar: CME_CALENDAR,
      onMatchEvent: (event) => {
        this.matchEvents += 1;
        pipeline.onMatch(event);
      },
    });
    const pipeline = createPipeline({
      instrument,
      tier: 'L3',
      market,
      emit: (_, change) => {
        this.raised += change === 'new' ? 1 : 0;
      },
    });
    this.market = market;
  }

  /** Decodes and applies the records `[from, to)`. */
  apply(from: number, to: number): void {
    const rows = this.#rows;
    for (let start = from; start < to; start += BATCH) {
      const count = Math.min(BATCH, to - start);
      for (let record = 0; record < count; record += 1) {
        decodeMbo(this.#view, (start + record) * RECORD_BYTES, rows, record * ROW_LENGTH, TICK_NANOS);
      }
      this.market.applyBatch({ rows, count });
    }
  }
}
