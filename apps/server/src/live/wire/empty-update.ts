/** An update that says nothing new: what it is about, and no change. */
import type { InstrumentUpdate } from '#ports/bus.ts';

/** Of the same session and instant as `last`. */
export function emptyAfter(last: InstrumentUpdate): InstrumentUpdate {
  const { instrumentId, source, run, contract, sequence, asOfMs, backfill, formingBar } = last;
  const { marketMs, newsFromMs } = last;
  return {
    ...{ instrumentId, source, run, contract, sequence, asOfMs, backfill, formingBar },
    ...{ marketMs, newsFromMs },
    ...{ closedBars: [], traded: null, book: null, depth: null, prints: null },
    ...{ events: [], patterns: [], trackRows: [], facts: null, status: null },
  };
}
