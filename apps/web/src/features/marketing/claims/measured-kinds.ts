/** The kinds of events that the evaluation scores, in words, and the event type of each. */
import { MEASURED_EVENTS } from '@undertow/contracts';
import type { FlowEventType } from '@undertow/market';

export type MeasuredKind = (typeof MEASURED_EVENTS)[number];

interface KindWords {
  /** Null for what is a pattern. */
  readonly type: FlowEventType | null;
  /** Beside the type's other kinds; null where it is the only one. */
  readonly name: string | null;
  /** By itself, of many. */
  readonly title: string;
}

export const MEASURED_KINDS: Readonly<Record<MeasuredKind, KindWords>> = {
  'iceberg/native': { type: 'iceberg', name: 'Native', title: 'Icebergs, native' },
  'iceberg/synthetic': { type: 'iceberg', name: 'Refilled by hand', title: 'Icebergs, refilled by hand' },
  absorption: { type: 'absorption', name: null, title: 'Absorption' },
  stop_election: { type: 'stop_run', name: 'Elected stops', title: 'Elected stops' },
  stop_run: { type: 'stop_run', name: 'Runs', title: 'Stop runs' },
  spoofing: { type: 'spoofing', name: null, title: 'Spoofing-like patterns' },
  retail_trap_zone: { type: null, name: null, title: 'Retail trap zones' },
};

/** Of an event type; none for one that is not measured. */
export function kindsOf(type: FlowEventType): readonly MeasuredKind[] {
  return MEASURED_EVENTS.filter((kind) => MEASURED_KINDS[kind].type === type);
}
