/** One instrument with everything on, as a server runs it: book, facts, every detector and pattern, the track record. */
import { createPipeline } from '@undertow/detection';
import { CME_CALENDAR, InstrumentMarket, instrumentBySymbol } from '@undertow/market';

export class MeasuredInstrument {
  /** Events and patterns raised, updates not counted. */
  raised = 0;
  readonly market: InstrumentMarket;

  constructor() {
    const instrument = instrumentBySymbol('ES');
    if (instrument === undefined) {
      throw new Error('the catalogue has no ES');
    }
    const count = (_: object, change: 'new' | 'update'): void => {
      this.raised += change === 'new' ? 1 : 0;
    };
    const market = new InstrumentMarket({
      instrument,
      tier: 'L3',
      calendar: CME_CALENDAR,
      onMatchEvent: (event) => pipeline.onMatch(event),
    });
    const pipeline = createPipeline({
      instrument,
      tier: 'L3',
      market,
      emit: count,
      emitPattern: count,
      onTrackRow: () => undefined,
    });
    this.market = market;
  }
}
