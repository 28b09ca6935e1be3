/** One instrument with everything on, as a server runs it: book, facts, every detector and pattern, the track record. */
import { createPipeline, type Pipeline } from '@undertow/detection';
import { CME_CALENDAR, type EventBatch, InstrumentMarket, instrumentBySymbol } from '@undertow/market';

export class MeasuredInstrument {
  /** Events and patterns raised, updates not counted. */
  raised = 0;
  readonly #market: InstrumentMarket;
  readonly #pipeline: Pipeline;

  constructor() {
    const instrument = instrumentBySymbol('ES');
    if (instrument === undefined) {
      throw new Error('the catalogue has no ES');
    }
    const count = (_: object, change: 'new' | 'update'): void => {
      this.raised += change === 'new' ? 1 : 0;
    };
    const market = new InstrumentMarket({ instrument, tier: 'L3', calendar: CME_CALENDAR });
    this.#market = market;
    this.#pipeline = createPipeline({
      instrument,
      tier: 'L3',
      market,
      emit: count,
      emitPattern: count,
      onTrackRow: () => undefined,
    });
  }

  apply(batch: EventBatch): void {
    this.#market.applyBatch(batch, (event) => this.#pipeline.onMatch(event));
  }
}
