/**
 * The one status of the line from the exchange to this page: words, tone and time, wherever it is shown. Pure; times
 * come in.
 */

import { formatAge, formatClock } from '#lib/format/times.ts';
import type { FeedCondition } from './feed-condition.ts';
import { conditionOf, dataAgeMs, STALE_AFTER_MS } from './freshness.ts';
import type { InstrumentState } from './instrument-state.ts';
import { type Connection, MAX_ATTEMPTS } from './reconnect.ts';

export type StatusTone = 'ok' | 'warn' | 'bad' | 'info' | 'plain';

export interface LineStatus {
  readonly condition: FeedCondition;
  /** For badges: source, delay or what is wrong, with its figure. */
  readonly badge: string;
  /** One word or two for lists of facts: `Live` for the present market and nothing else. */
  readonly word: string;
  readonly tone: StatusTone;
  /** Values are old: they stay on screen, grey, with their time. */
  readonly isOld: boolean;
  /** Book and bars are the present ones, and the detectors do not know yet what is usual: events may be missing. */
  readonly isWarming: boolean;
  /** Market time of the newest data on screen, the one time that is named while values are old; null before any. */
  readonly dataAtMs: number | null;
}

/** A status but what follows from the condition and the state alone. */
type Said = Pick<LineStatus, 'badge' | 'word' | 'tone'>;

const inCapitals = (word: string, tone: StatusTone): Said => ({ badge: word.toUpperCase(), word, tone });

/** What is said when nothing is wrong: where the data comes from and how far behind it is. */
function healthy({ status, delaySeconds }: InstrumentState): Said {
  if (status?.isReplay === true) return { badge: 'REPLAY', word: 'Replay', tone: 'warn' };
  const minutes = Math.round(delaySeconds / 60);
  if (delaySeconds > 0)
    return { badge: `DELAYED ${minutes} min`, word: `Delayed ${minutes} min`, tone: 'info' };
  if (status?.source === 'simulated') return { badge: 'SIMULATED', word: 'Live', tone: 'warn' };
  if (status?.source === 'databento-stand-in') return { badge: 'STAND-IN', word: 'Live', tone: 'warn' };
  if (status?.source === 'replay') {
    const speed = status.replaySpeed;
    return { badge: speed === null ? 'REPLAY' : `REPLAY ${speed}×`, word: 'Replay', tone: 'warn' };
  }
  const latency = status?.exchangeToServerMs ?? null;
  const name = status?.source === 'rithmic' ? 'RITHMIC' : 'LIVE';
  return { badge: latency === null ? name : `${name} ${Math.round(latency)} ms`, word: 'Live', tone: 'ok' };
}

/** Length of a gap that is over as `0.4 s`. */
function gapBadge(state: InstrumentState): string {
  const gap = state.status?.lastGap;
  if (gap === null || gap === undefined || gap.to === null) return 'GAP';
  return `GAP ${((Date.parse(gap.to) - Date.parse(gap.from)) / 1000).toFixed(1)} s`;
}

function lost(connection: Connection, dataAtMs: number | null): Said {
  if (connection.kind === 'moved')
    return { badge: 'ON ANOTHER DEVICE', word: 'On another device', tone: 'warn' };
  const since = dataAtMs ?? (connection.kind === 'disconnected' ? connection.closedAtMs : null);
  const badge = since === null ? 'DISCONNECTED' : `DISCONNECTED ${formatClock(since)}`;
  return { badge, word: 'Disconnected', tone: 'bad' };
}

function said(
  condition: FeedCondition,
  connection: Connection,
  state: InstrumentState,
  performanceNowMs: number,
): Said {
  switch (condition) {
    case 'loading':
      // Without an instrument nothing is connected, and nothing is wrong
      return connection.kind === 'idle'
        ? inCapitals('Disconnected', 'plain')
        : inCapitals('Connecting', 'plain');
    case 'missing':
      return state.missingPrices?.why === 'no_feed'
        ? { badge: 'NO MARKET DATA', word: 'No market data', tone: 'plain' }
        : { badge: 'NOT LICENSED', word: 'Not licensed', tone: 'plain' };
    case 'live':
      return healthy(state);
    case 'gap':
      return { badge: gapBadge(state), word: 'Gap', tone: 'warn' };
    case 'stale': {
      const age = formatAge(dataAgeMs(state, performanceNowMs) ?? 0);
      return { badge: `STALE ${age}`, word: `Stale ${age}`, tone: 'warn' };
    }
    case 'reconnecting': {
      const attempt = 'attempt' in connection ? connection.attempt : 1;
      return { badge: `RECONNECTING ${attempt} of ${MAX_ATTEMPTS}`, word: 'Reconnecting', tone: 'warn' };
    }
    case 'disconnected':
      return lost(connection, state.lastDataMs);
    case 'closed':
      return inCapitals('Closed', 'plain');
    case 'auction':
      return inCapitals('Auction', 'warn');
    case 'halted':
      return inCapitals('Halted', 'warn');
  }
}

/** A book rebuilt after a gap is not old; history that is still being read is. */
function isOld(condition: FeedCondition, state: InstrumentState, performanceNowMs: number): boolean {
  switch (condition) {
    case 'live':
    case 'auction':
    case 'halted':
    case 'missing':
      return false;
    case 'loading':
      return (dataAgeMs(state, performanceNowMs) ?? 0) > STALE_AFTER_MS;
    case 'gap':
      return state.status?.state !== 'live';
    case 'stale':
    case 'reconnecting':
    case 'disconnected':
    case 'closed':
      return true;
  }
}

export function lineStatus(
  connection: Connection,
  state: InstrumentState,
  performanceNowMs: number,
): LineStatus {
  const condition = conditionOf(connection, state, performanceNowMs);
  const words = said(condition, connection, state, performanceNowMs);
  const isNamed = state.status?.isReplay !== true || words.badge.startsWith('REPLAY');
  return {
    condition,
    ...words,
    // Whatever else is to be said of a replay, it is never taken for the present market
    badge: isNamed ? words.badge : `REPLAY ${words.badge}`,
    isOld: isOld(condition, state, performanceNowMs),
    // A replay has words of its own for it
    isWarming:
      condition === 'live' && state.status?.warmingUntil !== undefined && state.status.isReplay !== true,
    dataAtMs: state.lastDataMs,
  };
}
