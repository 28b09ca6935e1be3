/** Which models drift, by instrument: from the newest row of the track record that says what is served. */
import type { SessionOutcomes } from '@undertow/detection';
import { DAY_MS, type FeedSource, instrumentById } from '@undertow/market';
import type { OperationsParts } from './operations-parts.ts';

export interface ModelDrift {
  readonly source: FeedSource;
  readonly instrumentId: number;
  readonly symbol: string;
  readonly model: string;
  readonly isDrifting: boolean;
  /** Begin of the trading day, and what was forecast in the one before. */
  readonly atMs: number;
  readonly session: SessionOutcomes | null;
}

/** Longer than the longest pause of a venue: what is older is of an instrument that nobody opens. */
const WITHIN_MS = 7 * DAY_MS;

export async function readModelDrift({
  trackStore,
  clock,
}: Pick<OperationsParts, 'trackStore' | 'clock'>): Promise<ModelDrift[]> {
  const instruments = await trackStore.latestStates(clock.nowMs() - WITHIN_MS);
  return instruments.flatMap(({ source, instrumentId, atMs, states }) => {
    const symbol = instrumentById(instrumentId)?.symbol ?? String(instrumentId);
    return Object.entries(states).map(([model, { isDrifting, lastSession: session = null }]) => {
      return { source, instrumentId, symbol, model, isDrifting, atMs, session };
    });
  });
}
