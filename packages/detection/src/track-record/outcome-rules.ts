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
  type Pattern,
  type PatternType,
} from '@undertow/market';
import { predictionThresholdTicks } from '#statistics/prediction-threshold.ts';
import type { DeclaredOutcome } from './track-row.ts';

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
/** Away from a zone by half an hour's usual bar before its far edge is passed by two ticks. */
const BOUNCE: OutcomeRule = {
  name: 'bounce',
  horizonMs: 30 * MINUTE_MS,
  isAtEnd: false,
  targetTicks: ({ atr10Ticks }) => Math.max(4, Math.ceil(0.5 * atr10Ticks)),
  adverseTicks: () => 4,
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
  /** The detector settles it itself; undefined while it has not. Null where barriers decide. */
  readonly own: ((signal: Signal) => boolean | null | undefined) | null;
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

/** Confirmed or failed, as the detector reports; an expiry decides as given. */
function byStatus(expired: boolean | null): (signal: Signal) => boolean | null | undefined {
  return ({ status }) => {
    if (status === 'open') return undefined;
    if (status === 'expired') return expired;
    return status === 'confirmed';
  };
}

function byEvidence(signal: Signal): boolean | null | undefined {
  const outcome = evidenceAt(signal, 'outcome');
  if (outcome === 'reversal') return true;
  if (outcome === 'continuation') return false;
  return outcome === 'interrupted' ? null : undefined;
}

/** Each kind is judged by what it states. */
function predictionRule({ sub }: Signal): OutcomeRule {
  if (sub === 'ten_seconds') return IN_TEN_SECONDS;
  return sub === 'minute' ? IN_A_MINUTE : NEXT_MOVE;
}

const OWN_FORECAST = { probability: confidence, own: byStatus(null) } as const;
const UNJUDGED: TypeRule = { rule: null, direction: () => 0, probability: none, own: null };

const PATTERN_RULES: Readonly<Record<PatternType, TypeRule>> = {
  retail_trap_zone: {
    rule: FOLLOW_THROUGH,
    direction: ofPattern,
    probability: forecastAt('follow', 'p'),
    own: byStatus(null),
  },
  momentum_exhaustion: { rule: RETRACE, direction: ofPattern, ...OWN_FORECAST },
  smart_reversal: { rule: REVERSAL, direction: ofPattern, ...OWN_FORECAST },
  triple_convergence: { rule: RETRACE, direction: ofPattern, ...OWN_FORECAST },
  price_prediction: { rule: predictionRule, direction: ofPattern, probability: confidence, own: null },
  institutional_activity: { rule: PUSH, direction: withSide, probability: none, own: null },
  cross_market: { rule: NEXT_MINUTE, direction: ofPattern, probability: none, own: null },
  volume_spike: { rule: EXPANSION, direction: () => 0, probability: none, own: null },
  market_structure: { rule: PUSH, direction: ofPattern, probability: none, own: null },
  dark_pool_activity: { rule: EXPANSION, direction: () => 0, probability: none, own: null },
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
const OWN_OF: Readonly<Record<EventOutcome['settledBy'], TypeRule['own']>> = {
  market: null,
  status: byStatus(null),
  status_or_miss: byStatus(false),
  evidence: byEvidence,
};

function eventRule(outcome: EventOutcome | null): TypeRule {
  if (outcome === null) return UNJUDGED;
  return {
    rule: RULE_OF[outcome.rule],
    direction: DIRECTION_OF[outcome.direction],
    probability: outcome.forecast === null ? none : forecastAt(...outcome.forecast),
    own: OWN_OF[outcome.settledBy],
  };
}

const RULES: ReadonlyMap<string, TypeRule> = new Map([
  ...Object.entries(EVENT_TYPES).map(([type, { outcome }]) => [type, eventRule(outcome)] as const),
  ...Object.entries(PATTERN_RULES),
]);

const ruleOf = (signal: Signal): TypeRule => RULES.get(signal.type) ?? UNJUDGED;

/** What the signal is judged by, at the scales of the market when it was raised. */
export function declareOutcome(signal: Signal, scale: MarketScale): DeclaredOutcome {
  const type = ruleOf(signal);
  const direction = type.direction(signal);
  const own = typeof type.rule === 'function' ? type.rule(signal) : type.rule;
  const rule = direction === 0 && own !== null ? EXPANSION : own;
  return {
    rule: rule?.name ?? null,
    direction: rule === EXPANSION ? 0 : direction,
    targetTicks: rule?.targetTicks(scale) ?? 0,
    adverseTicks: rule?.adverseTicks(scale) ?? 0,
    horizonMs: rule?.horizonMs ?? 0,
    probability: type.probability(signal),
  };
}

/** Whether the rule of that name looks at the end of its time only. */
export function isDecidedAtEnd(name: string | null): boolean {
  return OUTCOME_RULES.some((rule) => rule.name === name && rule.isAtEnd);
}

/** True where the detector settles the outcome itself, by later states of the signal. */
export function settlesItself(signal: Signal): boolean {
  return ruleOf(signal).own !== null;
}

/** The outcome as the detector reports it: hit, miss, null for never to be known, undefined for not yet. */
export function ownOutcome(signal: Signal): boolean | null | undefined {
  return ruleOf(signal).own?.(signal);
}
