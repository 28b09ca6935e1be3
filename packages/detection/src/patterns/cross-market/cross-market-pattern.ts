/** Makes the patterns of two markets: a lead, a break of their correlation, a divergence. */
import { type FeedTier, formatPrice, type Instrument, type Pattern } from '@undertow/market';
import { eventId } from '#evidence/event-id.ts';
import { severityOf } from '#evidence/significance.ts';
import { rule } from '#evidence/wording.ts';
import { normalCumulative } from '#statistics/normal-law.ts';
import { LAGS } from './cross-market-lags.ts';
import type { LeadLag, PairMinute } from './cross-market-pair.ts';

export type CrossKind = 'lead_lag' | 'correlation_break' | 'divergence';

export interface PairFacts {
  readonly first: Instrument;
  readonly second: Instrument;
  readonly weak: boolean;
  readonly lead: LeadLag | null;
  readonly minute: PairMinute;
  readonly firstTicks: number;
  readonly secondTicks: number;
  readonly timeNs: bigint;
  readonly tier: FeedTier;
}

const SHOWN_NS = 180_000_000_000n;
const WEAK = '; the two are usually almost independent';
const TIMEFRAMES: Readonly<Record<CrossKind, string>> = {
  lead_lag: '15 min',
  correlation_break: '5 min',
  divergence: '5 min',
};

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** 1 less the chance of a distance as great among so many without any relation; at most 0.99. */
function certainty(z: number, tries: number): number {
  return Math.min(0.99, Math.max(0, 1 - 2 * tries * (1 - normalCumulative(z))));
}

interface PairText {
  /** The instrument it is reported under, and the other. */
  readonly of: Instrument;
  readonly other: Instrument;
  readonly priceTicks: number;
  readonly z: number;
  readonly tries: number;
  readonly text: string;
}

function leadText({ first, second, lead, firstTicks, secondTicks }: PairFacts): PairText {
  const lag = lead?.lagMs ?? 0;
  const isFirst = lag > 0;
  const [of, other] = isFirst ? [second, first] : [first, second];
  const way = (lead?.sign ?? 1) > 0 ? 'follows' : 'moves against';
  return {
    of,
    other,
    priceTicks: isFirst ? secondTicks : firstTicks,
    z: lead?.z ?? 0,
    tries: LAGS.length,
    text: `${of.symbol} ${way} ${other.symbol} by about ${Math.abs(lag)} ms, correlation ${rounded(lead?.correlation ?? 0)}`,
  };
}

function breakText({ first, second, minute, secondTicks }: PairFacts): PairText {
  const { shortCorrelation, hourCorrelation, breakZ } = minute;
  return {
    of: second,
    other: first,
    priceTicks: secondTicks,
    z: Math.abs(breakZ),
    tries: 1,
    text: `Correlation of ${first.symbol} and ${second.symbol} is ${rounded(shortCorrelation)} over 5 minutes, ${rounded(hourCorrelation)} over the hour`,
  };
}

function divergenceText({ first, second, minute, secondTicks }: PairFacts): PairText {
  const { divergenceTicks, divergenceZ } = minute;
  const ticks = Math.round(Math.abs(divergenceTicks));
  const side = divergenceTicks > 0 ? 'above' : 'below';
  return {
    of: second,
    other: first,
    priceTicks: secondTicks,
    z: Math.abs(divergenceZ),
    tries: 1,
    text: `${second.symbol} moved ${ticks} ${ticks === 1 ? 'tick' : 'ticks'} ${side} what ${first.symbol} implied in 5 minutes, to ${formatPrice(second, Math.round(secondTicks))}`,
  };
}

function textOf(kind: CrossKind, facts: PairFacts): PairText {
  if (kind === 'lead_lag') return leadText(facts);
  return kind === 'correlation_break' ? breakText(facts) : divergenceText(facts);
}

/** `before`: the pattern it updates. The confidence is a significance against no relation, never a forecast. */
export function crossMarketPattern(kind: CrossKind, facts: PairFacts, before: Pattern | undefined): Pattern {
  const { minute, lead, weak, timeNs, tier } = facts;
  const { of, other, priceTicks, z, tries, text } = textOf(kind, facts);
  const confidence = certainty(z, tries);
  const startNs = before?.startNs ?? timeNs;
  return {
    id:
      before?.id ??
      eventId({
        detector: `cross_market/${kind}`,
        instrumentId: of.id,
        side: '',
        priceTicks: other.id,
        startNs,
        key: '',
      }),
    type: 'cross_market',
    sub: kind,
    instrumentId: of.id,
    side: null,
    direction: null,
    priceTicks: Math.round(priceTicks),
    levels: [],
    size: 0,
    timeframe: TIMEFRAMES[kind],
    tier,
    exact: false,
    confidence,
    confidenceLow: confidence,
    confidenceHigh: confidence,
    score: z,
    calibrator: 'score',
    status: 'open',
    startNs,
    detectedNs: before?.detectedNs ?? timeNs,
    updatedNs: timeNs,
    expiresNs: timeNs + SHOWN_NS,
    degraded: false,
    description: `${text}${weak ? WEAK : ''}`,
    severity: severityOf(Math.min(confidence, 0.79), 0),
    evidence: {
      with: other.symbol,
      z: rounded(z),
      lagMs: kind === 'lead_lag' ? Math.abs(lead?.lagMs ?? 0) : null,
      surrogateP: kind === 'lead_lag' ? (lead?.p ?? null) : null,
      asymmetry: kind === 'lead_lag' ? rounded(lead?.asymmetry ?? 0) : null,
      correlation5Min: known(minute.shortCorrelation),
      correlation60Min: known(minute.hourCorrelation),
      divergenceTicks: known(minute.divergenceTicks),
      weakPair: weak,
      tier,
      rules: [rule('Distance from no relation, deviations', z.toFixed(1), 'at least 3', z >= 3)],
    },
  };
}

function known(value: number): number | null {
  return Number.isFinite(value) ? rounded(value) : null;
}
