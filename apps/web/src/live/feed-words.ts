/** The state of the line in words: what the badge says and in which tone. Pure; times come in. */

import type { FeedCondition } from '#lib/feed-condition.ts';
import { formatAge, formatClock } from '#lib/times.ts';
import { dataAgeMs } from './freshness.ts';
import type { InstrumentState } from './instrument-state.ts';
import { type Connection, MAX_ATTEMPTS } from './reconnect.ts';

export interface FeedWords {
  readonly text: string;
  readonly tone: 'ok' | 'warn' | 'bad' | 'info' | 'plain';
}

export interface LineView {
  readonly condition: FeedCondition;
  readonly state: InstrumentState;
  readonly connection: Connection;
}

/** What is said when nothing is wrong: where the data comes from and how far behind it is. */
function sourceWords(state: InstrumentState): FeedWords {
  const { status, delaySeconds } = state;
  if (delaySeconds > 0) return { text: `DELAYED ${Math.round(delaySeconds / 60)} min`, tone: 'info' };
  if (status?.source === 'simulated') return { text: 'SIMULATED', tone: 'warn' };
  if (status?.source === 'replay') {
    const speed = status.replaySpeed;
    return { text: speed === null ? 'REPLAY' : `REPLAY ${speed}×`, tone: 'warn' };
  }
  const latency = status?.exchangeToServerMs ?? null;
  const name = status?.source === 'rithmic' ? 'RITHMIC' : 'LIVE';
  return { text: latency === null ? name : `${name} ${Math.round(latency)} ms`, tone: 'ok' };
}

/** Length of an open or just closed gap as `0.4 s`. */
function gapText(state: InstrumentState): string {
  const gap = state.status?.lastGap;
  if (gap === null || gap === undefined || gap.to === null) return 'GAP';
  return `GAP ${((Date.parse(gap.to) - Date.parse(gap.from)) / 1000).toFixed(1)} s`;
}

export function feedWords(view: LineView, performanceNowMs: number): FeedWords {
  const { condition, state, connection } = view;
  switch (condition) {
    case 'loading':
      return { text: 'CONNECTING', tone: 'plain' };
    case 'live':
      return sourceWords(state);
    case 'gap':
      return { text: gapText(state), tone: 'warn' };
    case 'stale':
      return { text: `STALE ${formatAge(dataAgeMs(state, performanceNowMs) ?? 0)}`, tone: 'warn' };
    case 'reconnecting': {
      const attempt = 'attempt' in connection ? connection.attempt : 1;
      return { text: `RECONNECTING ${attempt} of ${MAX_ATTEMPTS}`, tone: 'warn' };
    }
    case 'disconnected': {
      if (connection.kind === 'moved') return { text: 'ON ANOTHER DEVICE', tone: 'warn' };
      const closedAt = connection.kind === 'disconnected' ? ` ${formatClock(connection.closedAtMs)}` : '';
      return { text: `DISCONNECTED${closedAt}`, tone: 'bad' };
    }
    case 'closed':
      return { text: 'CLOSED', tone: 'plain' };
    case 'halted':
      return { text: 'HALTED', tone: 'warn' };
  }
}
