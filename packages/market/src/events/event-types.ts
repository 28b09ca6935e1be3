/**
 * The order-flow event types of the product, one row each: every list, title, mark, time and outcome follows from this
 * table. Which tier can detect a type is in the plans, the colours are design tokens (`--ev-<type>`, `--on-<type>`).
 */
import { MINUTE_MS, NS_PER_MS } from '#time/durations.ts';

/** Outlines that the painter draws. */
export type EventShape =
  | 'diamond'
  | 'square'
  | 'house'
  | 'house_down'
  | 'circle'
  | 'ring'
  | 'hexagon'
  | 'triangle';

/** The outcome by which an event is judged later, declared when it is raised. */
export interface EventOutcome {
  readonly rule: 'hold' | 'bounce' | 'follow through' | 'reversal' | 'retrace' | 'push';
  /** Which way the price has to go: with or against the event's side, or always the same way. */
  readonly direction: 'with_side' | 'against_side' | 'up' | 'down';
  /** Where in its evidence the detector forecasts this outcome; null where it forecasts none. */
  readonly forecast: readonly string[] | null;
  /**
   * `market`: barriers of the mid, those that the event declares, else those of the rule. `status`: the detector
   * confirms or fails it, and an expiry is never known.
   */
  readonly settledBy: 'market' | 'status';
}

export interface EventType {
  /** Name where there is little room; spoofing is never stated as a finding. */
  readonly name: string;
  /** Name in full. */
  readonly title: string;
  /** One plain sentence for legends, tooltips and public pages. */
  readonly meaning: string;
  /** What is exact of it and what a probability, for public pages, with the file or test that it rests on. */
  readonly certainty: { readonly text: string; readonly evidence: string };
  /** Whose probability is its headline, a model of its detector; null where it is exact. */
  readonly headline: string | null;
  readonly shape: EventShape;
  readonly letter: string;
  /** Pitch of its sound, Hertz; far enough from the others to distinguish them. */
  readonly pitchHz: number;
  /** It is active for this long after its last change, and expires then. */
  readonly windowMs: number;
  /** Its mark fades over this time. */
  readonly fadeMs: number;
  /** Null: it is not judged, and has no track record. */
  readonly outcome: EventOutcome | null;
}

/**
 * In the order in which legends and counts show them. Recordings store a type as its place here, so a new one goes
 * last. Windows and fades: specification, section 9.
 */
const TABLE = {
  iceberg: {
    name: 'Iceberg',
    title: 'Iceberg',
    meaning: 'A resting order that shows only part of its size and refills as it trades.',
    certainty: {
      text: 'Exact where the exchange refills the order under one id. Icebergs that a trader refills by hand are a probability.',
      evidence: 'packages/detection/src/detectors/iceberg/iceberg-native.test.ts, iceberg-synthetic',
    },
    headline: null,
    shape: 'diamond',
    letter: 'I',
    pitchHz: 523,
    windowMs: 120_000,
    fadeMs: 150_000,
    outcome: { rule: 'hold', direction: 'with_side', forecast: null, settledBy: 'market' },
  },
  absorption: {
    name: 'Absorption',
    title: 'Absorption',
    meaning: 'Much is traded into a price and the price holds.',
    certainty: { text: 'A probability, with what it rests on.', evidence: 'detectors/absorption' },
    headline: 'absorption_hold',
    shape: 'square',
    letter: 'A',
    pitchHz: 440,
    windowMs: 90_000,
    fadeMs: 120_000,
    outcome: { rule: 'hold', direction: 'with_side', forecast: ['hold', 'p'], settledBy: 'market' },
  },
  support: {
    name: 'Support',
    title: 'Support',
    meaning: 'Bids return at a price that was tested before and held.',
    certainty: { text: 'A probability, with how often such prices held.', evidence: 'detectors/levels' },
    headline: 'level_bounce',
    shape: 'house',
    letter: 'S',
    pitchHz: 659,
    windowMs: 180_000,
    fadeMs: 240_000,
    outcome: { rule: 'bounce', direction: 'up', forecast: ['bounce', 'p'], settledBy: 'status' },
  },
  resistance: {
    name: 'Resistance',
    title: 'Resistance',
    meaning: 'Asks return at a price that was tested before and held.',
    certainty: { text: 'A probability, with how often such prices held.', evidence: 'detectors/levels' },
    headline: 'level_bounce',
    shape: 'house_down',
    letter: 'R',
    pitchHz: 349,
    windowMs: 180_000,
    fadeMs: 240_000,
    outcome: { rule: 'bounce', direction: 'down', forecast: ['bounce', 'p'], settledBy: 'status' },
  },
  stop_run: {
    name: 'Stop run',
    title: 'Stop run',
    meaning: 'A cluster of stop orders is elected in a short time.',
    certainty: {
      text: 'Exact: the exchange’s messages show each elected stop. What drove them there is a probability.',
      evidence: 'packages/detection/src/detectors/stops/stop-run.test.ts',
    },
    headline: null,
    shape: 'circle',
    letter: '!',
    pitchHz: 880,
    windowMs: MINUTE_MS,
    fadeMs: 90_000,
    outcome: {
      rule: 'reversal',
      direction: 'against_side',
      forecast: ['pReversal', 'p'],
      settledBy: 'market',
    },
  },
  spoofing: {
    name: 'Spoofing-like',
    title: 'Spoofing-like pattern',
    meaning: 'Large orders are shown and pulled before they can trade. Intent is not claimed.',
    certainty: {
      text: 'A probability. Intent is not in market data, so none is claimed.',
      evidence: 'detectors/spoofing; docs/glossary.md',
    },
    headline: 'spoofing',
    shape: 'ring',
    letter: '~',
    pitchHz: 294,
    windowMs: 45_000,
    fadeMs: MINUTE_MS,
    outcome: { rule: 'reversal', direction: 'against_side', forecast: null, settledBy: 'market' },
  },
} satisfies Readonly<Record<string, EventType>>;

export type FlowEventType = keyof typeof TABLE;
export const EVENT_TYPES: Readonly<Record<FlowEventType, EventType>> = TABLE;
export const FLOW_EVENT_TYPES = Object.keys(TABLE) as readonly FlowEventType[];

export function byEventType<Value>(
  value: (type: FlowEventType) => Value,
): Readonly<Record<FlowEventType, Value>> {
  return Object.fromEntries(FLOW_EVENT_TYPES.map((type) => [type, value(type)])) as Record<
    FlowEventType,
    Value
  >;
}

/** When an event of the type expires whose last change was then, nanoseconds. */
export function expiryNs(type: FlowEventType, updatedNs: bigint): bigint {
  return updatedNs + BigInt(EVENT_TYPES[type].windowMs) * NS_PER_MS;
}
