/**
 * By which outcome each type is judged: patterns here, events in their table (`market/events/event-types.ts`), before
 * anything was raised.
 */
import {
  EVENT_TYPES,
  type EventOutcome,
  type EvidenceValue,
  type FlowEvent,
  MINUTE_MS,
  type OutcomeBarriers,
  type Pattern,
  type PatternType,
} from '@undertow/market';
import { predictionThresholdTicks } from '#statistics/prediction-threshold.ts';
import type { BaseRate, DeclaredOutcome } from './track-row.ts';

/** Scales of the market at an instant, ticks. */
export interface MarketScale {
  readonly sigma1Ticks: number;
  readonly atr10Ticks: number;
}

export interface OutcomeRule {
  readonly name: string;
  readonly horizonMs: number;
  /** Decided by where the mid is at the end, not by which barrier it reaches first. */
  readonly isAtEnd: boolean;
  targetTicks(scale: MarketScale): number;
  adverseTicks(scale: MarketScale): number;
}

/** Expected move of the mid in a time, but never less than three ticks. */
function moveTicks({ sigma1Ticks }: MarketScale, ms: number): number {
  return Math.max(3, Math.ceil(sigma1Ticks * Math.sqrt(ms / 1000)));
}

function symmetric(name: string, horizonMs: number, moveMs: number): OutcomeRule {
  const barrier = (scale: MarketScale): number => moveTicks(scale, moveMs);
  return { name, horizonMs, isAtEnd: false, targetTicks: barrier, adverseTicks: barrier };
}

/** What a price prediction of so far ahead states: the mid is beyond its threshold then. */
function predicted(name: string, horizonMs: number): OutcomeRule {
  const threshold = ({ sigma1Ticks }: MarketScale): number =>
    predictionThresholdTicks(sigma1Ticks, horizonMs);
  return { name, horizonMs, isAtEnd: true, targetTicks: threshold, adverseTicks: threshold };
}

/** Away from a price that holds before it is traded through by two ticks. */
const HOLD: OutcomeRule = {
  name: 'hold',
  horizonMs: MINUTE_MS,
  isAtEnd: false,
  targetTicks: (scale) => moveTicks(scale, MINUTE_MS),
  adverseTicks: () => 2,
};
/** A level turns price at its next touch: its detector settles that, by its touches. */
const BOUNCE: OutcomeRule = {
  name: 'bounce',
  horizonMs: 0,
  isAtEnd: false,
  targetTicks: () => 0,
  adverseTicks: () => 0,
};
const FOLLOW_THROUGH: OutcomeRule = {
  name: 'follow through',
  horizonMs: 30 * MINUTE_MS,
  isAtEnd: false,
  targetTicks: ({ atr10Ticks }) => Math.max(6, Math.ceil(0.75 * atr10Ticks)),
  adverseTicks: () => 4,
};
const REVERSAL = symmetric('reversal', 3 * MINUTE_MS, MINUTE_MS);
const RETRACE = symmetric('retrace', 5 * MINUTE_MS, 2 * MINUTE_MS);
const PUSH = symmetric('push', 5 * MINUTE_MS, 2 * MINUTE_MS);
const NEXT_MINUTE = symmetric('next minute', MINUTE_MS, 10_000);
/** The next change of the mid, by half a tick at least. */
const NEXT_MOVE: OutcomeRule = {
  name: 'next move',
  horizonMs: 5 * MINUTE_MS,
  isAtEnd: false,
  targetTicks: () => 0.5,
  adverseTicks: () => 0.5,
};
const IN_TEN_SECONDS = predicted('in ten seconds', 10_000);
const IN_A_MINUTE = predicted('in a minute', MINUTE_MS);
/** A move either way that half a minute rarely brings. */
const EXPANSION: OutcomeRule = {
  name: 'expansion',
  horizonMs: MINUTE_MS,
  isAtEnd: false,
  targetTicks: (scale) => Math.ceil(1.5 * moveTicks(scale, MINUTE_MS)),
  adverseTicks: () => Number.MAX_SAFE_INTEGER,
};

export const OUTCOME_RULES: readonly OutcomeRule[] = [
  HOLD,
  BOUNCE,
  FOLLOW_THROUGH,
  REVERSAL,
  RETRACE,
  PUSH,
  NEXT_MINUTE,
  EXPANSION,
  NEXT_MOVE,
  IN_TEN_SECONDS,
  IN_A_MINUTE,
];

type Signal = FlowEvent | Pattern;

interface TypeRule {
  readonly rule: OutcomeRule | null | ((signal: Signal) => OutcomeRule);
  direction(signal: Signal): number;
  /** The detector's own forecast of this outcome; null where it makes none. */
  probability(signal: Signal): number | null;
  /** By barriers of the mid, or by the detector, which confirms or fails it. */
  readonly settledBy: EventOutcome['settledBy'];
}

const withSide = ({ side }: Signal): number => (side === null ? 0 : side === 'bid' ? 1 : -1);
const againstSide = (signal: Signal): number => -withSide(signal);
const ofPattern = (signal: Signal): number => {
  const direction = 'direction' in signal ? signal.direction : null;
  return direction === null ? 0 : direction === 'up' ? 1 : -1;
};
const confidence = (signal: Signal): number => signal.confidence;
const none = (): null => null;

function evidenceAt(signal: Signal, ...path: readonly string[]): EvidenceValue | undefined {
  let value: EvidenceValue | undefined = signal.evidence;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    value = (value as { readonly [key: string]: EvidenceValue })[key];
  }
  return value;
}

function forecastAt(...path: readonly string[]): (signal: Signal) => number | null {
  return (signal) => {
    const value = evidenceAt(signal, ...path);
    return typeof value === 'number' ? value : null;
  };
}

/** Each kind is judged by what it states. */
function predictionRule({ sub }: Signal): OutcomeRule {
  if (sub === 'ten_seconds') return IN_TEN_SECONDS;
  return sub === 'minute' ? IN_A_MINUTE : NEXT_MOVE;
}

const OWN_FORECAST = { direction: ofPattern, probability: confidence, settledBy: 'market' } as const;
const UNJUDGED: TypeRule = { rule: null, direction: () => 0, probability: none, settledBy: 'market' };

const PATTERN_RULES: Readonly<Record<PatternType, TypeRule>> = {
  retail_trap_zone: {
    rule: FOLLOW_THROUGH,
    direction: ofPattern,
    probability: forecastAt('follow', 'p'),
    settledBy: 'market',
  },
  momentum_exhaustion: { rule: RETRACE, ...OWN_FORECAST },
  smart_reversal: { rule: REVERSAL, ...OWN_FORECAST },
  triple_convergence: { rule: RETRACE, ...OWN_FORECAST },
  price_prediction: { rule: predictionRule, ...OWN_FORECAST },
  institutional_activity: { rule: PUSH, direction: withSide, probability: none, settledBy: 'market' },
  cross_market: { rule: NEXT_MINUTE, direction: ofPattern, probability: none, settledBy: 'market' },
  volume_spike: { rule: EXPANSION, direction: () => 0, probability: none, settledBy: 'market' },
  market_structure: {
    // A break declares what follows it; the trend of the swings declares nothing
    rule: ({ barriers }) => (barriers === undefined ? PUSH : FOLLOW_THROUGH),
    direction: ofPattern,
    probability: ({ barriers, confidence: p }) => (barriers === undefined ? null : p),
    settledBy: 'market',
  },
  dark_pool_activity: { rule: EXPANSION, direction: () => 0, probability: none, settledBy: 'market' },
  support_resistance: UNJUDGED,
};

const RULE_OF: Readonly<Record<EventOutcome['rule'], OutcomeRule>> = {
  hold: HOLD,
  bounce: BOUNCE,
  'follow through': FOLLOW_THROUGH,
  reversal: REVERSAL,
  retrace: RETRACE,
  push: PUSH,
};
const DIRECTION_OF: Readonly<Record<EventOutcome['direction'], TypeRule['direction']>> = {
  with_side: withSide,
  against_side: againstSide,
  up: () => 1,
  down: () => -1,
};
function eventRule(outcome: EventOutcome | null): TypeRule {
  if (outcome === null) return UNJUDGED;
  return {
    rule: RULE_OF[outcome.rule],
    direction: DIRECTION_OF[outcome.direction],
    probability: outcome.forecast === null ? none : forecastAt(...outcome.forecast),
    settledBy: outcome.settledBy,
  };
}

const RULES: ReadonlyMap<string, TypeRule> = new Map([
  ...Object.entries(EVENT_TYPES).map(([type, { outcome }]) => [type, eventRule(outcome)] as const),
  ...Object.entries(PATTERN_RULES),
]);

const ruleOf = (signal: Signal): TypeRule => RULES.get(signal.type) ?? UNJUDGED;

type DeclaredBarriers = Omit<DeclaredOutcome, 'rule' | 'direction' | 'probability'>;

/** What the signal is judged by, at the scales of the market and the mid, in ticks, when it was raised. */
export function declareOutcome(signal: Signal, scale: MarketScale, midTicks: number): DeclaredOutcome {
  const type = ruleOf(signal);
  const own = typeof type.rule === 'function' ? type.rule(signal) : type.rule;
  const sign = type.direction(signal);
  const rule = sign === 0 && own !== null ? EXPANSION : own;
  const direction = rule === EXPANSION ? 0 : sign;
  const { barriers } = signal;
  return {
    rule: rule?.name ?? null,
    direction,
    ...(barriers === undefined || direction === 0
      ? barriersOfRule(rule, scale)
      : barriersOfSignal(barriers, direction, midTicks)),
    probability: type.probability(signal),
  };
}

function barriersOfRule(rule: OutcomeRule | null, scale: MarketScale): DeclaredBarriers {
  return {
    targetTicks: rule?.targetTicks(scale) ?? 0,
    adverseTicks: rule?.adverseTicks(scale) ?? 0,
    horizonMs: rule?.horizonMs ?? 0,
    stayMs: 0,
    isMissAtEnd: false,
  };
}

/** Prices as distances from the mid. */
function barriersOfSignal(
  { winTicks, loseTicks, withinMs, stayMs }: OutcomeBarriers,
  direction: number,
  midTicks: number,
): DeclaredBarriers {
  return {
    targetTicks: (winTicks - midTicks) * direction,
    adverseTicks: loseTicks === null ? Number.MAX_SAFE_INTEGER : (midTicks - loseTicks) * direction,
    horizonMs: withinMs,
    stayMs,
    isMissAtEnd: true,
  };
}

/** Whether the rule of that name looks at the end of its time only. */
export function isDecidedAtEnd(name: string | null): boolean {
  return OUTCOME_RULES.some((rule) => rule.name === name && rule.isAtEnd);
}

/** True where the detector settles the outcome itself, by the status of the signal. */
export function settlesItself(signal: Signal): boolean {
  return ruleOf(signal).settledBy === 'status';
}

/** The outcome as the detector reports it: hit, miss, null for never to be known, undefined for not yet. */
export function ownOutcome({ status }: Signal): boolean | null | undefined {
  if (status === 'open') return undefined;
  return status === 'expired' ? null : status === 'confirmed';
}

/** How often touches of arbitrary prices turned, which levels are compared with; null while none is known. */
export function ownBaseRate(signal: Signal): BaseRate | null {
  const rate = evidenceAt(signal, 'nullMean');
  const resolved = evidenceAt(signal, 'nullTouches');
  if (typeof rate !== 'number' || typeof resolved !== 'number' || resolved === 0) return null;
  return { resolved, rate };
}
