/** How old the data on screen is, and what state the whole line from the feed to this page is in. Pure. */

import type { FeedCondition } from './feed-condition.ts';
import type { InstrumentState } from './instrument-state.ts';
import type { Connection } from './reconnect.ts';

/** Data older than this on its own clock is stale. */
export const STALE_AFTER_MS = 5000;

/** The view's clock now: it advances between messages, but for a replay, whose instant is where it was last. */
export function viewNowMs(state: InstrumentState, performanceNowMs: number): number | null {
  if (state.status?.isReplay === true) return state.asOfMs;
  return state.asOfMs === null ? null : state.asOfMs + Math.max(0, performanceNowMs - state.receivedAtMs);
}

/** Age of the newest market message on the data's own clock; null while nothing is known. */
export function dataAgeMs(state: InstrumentState, performanceNowMs: number): number | null {
  const now = viewNowMs(state, performanceNowMs);
  return now === null || state.lastDataMs === null ? null : Math.max(0, now - state.lastDataMs);
}

/** A gap that ended is still shown for this long: its data stays missing. */
const GAP_TOLD_MS = 10_000;

function justClosedGap(state: InstrumentState, performanceNowMs: number): boolean {
  const now = viewNowMs(state, performanceNowMs);
  const endedAt = state.status?.lastGap?.to;
  if (now === null || endedAt === null || endedAt === undefined) return false;
  const sinceMs = now - Date.parse(endedAt);
  return sinceMs >= 0 && sinceMs < GAP_TOLD_MS;
}

/** Of a recording only its own feed knows whether it was silent. */
function isSilent(state: InstrumentState, performanceNowMs: number): boolean {
  return state.status?.isReplay !== true && (dataAgeMs(state, performanceNowMs) ?? 0) > STALE_AFTER_MS;
}

/** The first of these that holds: the socket's loss, the venue's state, a gap, age, live. */
export function conditionOf(
  connection: Connection,
  state: InstrumentState,
  performanceNowMs: number,
): FeedCondition {
  if (connection.kind === 'disconnected' || connection.kind === 'moved') return 'disconnected';
  if (connection.kind === 'waiting' || (connection.kind === 'connecting' && connection.attempt > 0)) {
    return 'reconnecting';
  }
  if (connection.kind === 'idle') return 'loading';
  if (state.missingPrices !== null) return 'missing';
  switch (state.status?.state) {
    case undefined:
    case 'syncing':
      return 'loading';
    case 'closed':
      return 'closed';
    case 'halted':
      return 'halted';
    case 'auction':
      return 'auction';
    case 'gap':
    case 'resync':
      return 'gap';
    case 'stale':
      return 'stale';
    case 'live':
      if (isSilent(state, performanceNowMs)) return 'stale';
      return justClosedGap(state, performanceNowMs) ? 'gap' : 'live';
  }
}
