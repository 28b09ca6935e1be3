/** Two consecutive updates of an instrument as one: the later state, every bar, event and pattern. */
import { type EpochMs, joinDepth, joinPrints, joinSpans } from '@undertow/market';
import type { InstrumentUpdate } from '#ports/bus.ts';

/** When the book of an update last changed. */
export const bookAtMsOf = ({ bookAtMs, asOfMs }: InstrumentUpdate): EpochMs => bookAtMs ?? asOfMs;

/** Arrivals are in order: the latest known one covers both. */
function heldFrom(earlier: InstrumentUpdate, later: InstrumentUpdate): Pick<InstrumentUpdate, 'heldFromMs'> {
  const heldFromMs = later.heldFromMs ?? earlier.heldFromMs;
  return heldFromMs === undefined ? {} : { heldFromMs };
}

/** The update that takes a view from before `earlier` to after `later`. Both belong to the same instrument and run. */
export function conflateUpdates(earlier: InstrumentUpdate, later: InstrumentUpdate): InstrumentUpdate {
  return {
    ...later,
    ...heldFrom(earlier, later),
    closedBars:
      earlier.closedBars.length === 0 ? later.closedBars : [...earlier.closedBars, ...later.closedBars],
    traded: joinSpans(earlier.traded, later.traded),
    book: later.book ?? earlier.book,
    depth: joinDepth(earlier.depth, later.depth),
    prints: joinPrints(earlier.prints, later.prints),
    // The later update may contain no book: it is then unchanged since the earlier one
    bookAtMs: later.book === null ? bookAtMsOf(earlier) : bookAtMsOf(later),
    events: earlier.events.length === 0 ? later.events : [...earlier.events, ...later.events],
    trackRows: earlier.trackRows.length === 0 ? later.trackRows : [...earlier.trackRows, ...later.trackRows],
    patterns: earlier.patterns.length === 0 ? later.patterns : [...earlier.patterns, ...later.patterns],
    facts: later.facts ?? earlier.facts,
    status: later.status ?? earlier.status,
    ...(earlier.gaps === undefined ? {} : { gaps: [...earlier.gaps, ...(later.gaps ?? [])] }),
  };
}
