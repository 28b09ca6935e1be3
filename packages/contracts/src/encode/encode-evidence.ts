/**
 * Evidence of events and patterns on the wire: prices also in decimal, and nothing of types that the viewer may not
 * see.
 */
import {
  type EvidenceValue,
  FLOW_EVENT_TYPES,
  formatTicks,
  type Instrument,
  PATTERN_TYPES,
} from '@undertow/market';

type Evidence = { readonly [key: string]: EvidenceValue };

const SIGNAL_TYPES: ReadonlySet<string> = new Set([...FLOW_EVENT_TYPES, ...PATTERN_TYPES]);

/**
 * Every whole `…Ticks` number gets a decimal price beside it, so that no client needs the tick size. Facts that name
 * an event or pattern type (`{ type: 'stop_run', … }`) are left out where the type is not among the seen ones.
 */
export function encodeEvidence(
  instrument: Instrument,
  evidence: Evidence,
  seenTypes: readonly string[],
): Record<string, EvidenceValue> {
  return encodeObject(instrument, evidence, new Set(seenTypes));
}

function encodeObject(
  instrument: Instrument,
  evidence: Evidence,
  seen: ReadonlySet<string>,
): Record<string, EvidenceValue> {
  const pairs = Object.entries(evidence).flatMap(([key, item]): [string, EvidenceValue][] => {
    if (isHidden(item, seen)) return [];
    const kept: [string, EvidenceValue] = [key, encodeValue(instrument, item, seen)];
    if (!key.endsWith('Ticks') || typeof item !== 'number' || !Number.isInteger(item)) return [kept];
    return [kept, [key.slice(0, -'Ticks'.length), formatTicks(instrument, item)]];
  });
  return Object.fromEntries(pairs);
}

function encodeValue(instrument: Instrument, value: EvidenceValue, seen: ReadonlySet<string>): EvidenceValue {
  if (isList(value))
    return value.filter((item) => !isHidden(item, seen)).map((item) => encodeValue(instrument, item, seen));
  if (typeof value !== 'object' || value === null) return value;
  return encodeObject(instrument, value, seen);
}

function isHidden(value: EvidenceValue, seen: ReadonlySet<string>): boolean {
  if (typeof value !== 'object' || value === null || isList(value)) return false;
  const type = value['type'];
  return typeof type === 'string' && SIGNAL_TYPES.has(type) && !seen.has(type);
}

function isList(value: EvidenceValue): value is readonly EvidenceValue[] {
  return Array.isArray(value);
}
