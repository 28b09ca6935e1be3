/** The detectors of a session: what they raise is kept on its tape, and published with its next update. */
import { createPipeline, type Pipeline } from '@undertow/detection';
import { HOUR_MS, type InstrumentMarket } from '@undertow/market';
import type { SessionTape } from '#live/tape/session-tape.ts';
import type { InstrumentSessionInput } from './instrument-session-input.ts';
import type { RaisedSignals } from './raised-signals.ts';

/**
 * Of history that is generated or caught up only this much is read for signals: it warms the baselines, and more takes
 * minutes.
 */
const DETECTED_SPAN_MS = 3 * HOUR_MS;

/** Whether what happened at `timeMs` is read for signals. */
export const isDetected = (timeMs: number, nowMs: number): boolean => timeMs >= nowMs - DETECTED_SPAN_MS;

interface PipelineParts {
  readonly market: InstrumentMarket;
  readonly tape: SessionTape;
  readonly raised: RaisedSignals;
}

export function createSessionPipeline(
  { feed, instrument, outcomes, learnt, onRaised }: InstrumentSessionInput,
  { market, tape, raised }: PipelineParts,
): Pipeline {
  return createPipeline({
    ...{ instrument, tier: feed.tier, market },
    ...(outcomes === undefined ? {} : { outcomes }),
    ...(learnt === undefined ? {} : { baselines: learnt.baselines }),
    emit: (event, change) => {
      tape.keep(event, change);
      raised.addEvent(event, change);
      if (change === 'new') onRaised?.(event);
    },
    emitPattern: (pattern, change) => raised.addPattern(pattern, change),
    onTrackRow: (row) => raised.addTrackRow(row),
  });
}
