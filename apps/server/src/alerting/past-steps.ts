/** The recorded past as steps for the rules: bars of one minute, and events as they were detected. */

import { encodeSessionFacts } from '@undertow/contracts';
import {
  aggregateBars,
  dailyTrend,
  type ExchangeCalendar,
  epochMs,
  type FlowEvent,
  type Instrument,
  MarketFacts,
  MINUTE_MS,
  type Trend,
} from '@undertow/market';
import type { MarketStep, PastBar } from './market-step.ts';
import { levelsOf, minuteOf } from './view-step.ts';

const TREND_MINUTES = 10;
const TREND_BARS = 10;

/** An event as it was when it was detected, as far as that is stored: later changes are left out. */
export function asDetected(event: FlowEvent): FlowEvent {
  return { ...event, status: 'open', updatedNs: event.detectedNs };
}

/** The step of a minute: its trades, and the events that were detected in it. */
export function minuteStep(
  bar: PastBar,
  recent: readonly PastBar[],
  events: readonly FlowEvent[],
  isHistory: boolean,
): MarketStep {
  const atMs = epochMs(bar.startMs + MINUTE_MS - 1);
  return {
    atMs,
    firedMs: atMs,
    contract: bar.contract ?? null,
    traded: { lowTicks: bar.lowTicks, highTicks: bar.highTicks, lastTicks: bar.closeTicks },
    closed: [minuteOf(bar)],
    forming: null,
    trend: trendOf(recent),
    levels: null,
    events,
    isHistory,
  };
}

/** Prices of two contracts are no series. */
function ofLastContract(bars: readonly PastBar[]): readonly PastBar[] {
  const last = bars.at(-1)?.contract;
  return bars.slice(bars.findLastIndex(({ contract }) => contract !== last) + 1);
}

/** The daily trend after the last of these bars of one minute, oldest first. */
function trendOf(recent: readonly PastBar[]): Trend {
  return dailyTrend(aggregateBars(ofLastContract(recent).slice(-TREND_BARS * TREND_MINUTES), TREND_MINUTES));
}

/** The session's levels as of these bars of one minute, oldest first: those of the day and of the one before. */
export function pastLevels(instrument: Instrument, calendar: ExchangeCalendar, bars: readonly PastBar[]) {
  const facts = new MarketFacts({ instrument, calendar });
  facts.restore(ofLastContract(bars));
  const last = bars.at(-1);
  const day = last === undefined ? '' : calendar.tradingDayOf(last.startMs);
  return levelsOf(instrument, encodeSessionFacts(instrument, facts.dayFacts(), day, null));
}
