/** Everything a detector measured that the sheet does not show elsewhere, one line each, with its unit. Pure. */
import type { EventEvidence } from '@undertow/contracts';
import { formatTicks, type Instrument } from '@undertow/market';
import { formatSize } from '#lib/formats.ts';
import { duration, msOfNs } from './evidence-facts.ts';
import { formatMillis } from './millis.ts';

export interface MeasuredFact {
  readonly label: string;
  readonly value: string;
}

/** Shown elsewhere in the sheet: as a figure, a rule, an id or the data's quality. */
const ELSEWHERE = new Set([
  'orderIds',
  'rules',
  'tier',
  'outcome',
  'executed',
  'displaySize',
  'tranches',
  'hiddenSeen',
  'stops',
  'contracts',
  'rangeTicks',
  'range',
  'durationMs',
]);

/** Keys whose own words say too little, in the order in which they are listed; the others follow by name. */
const LABELS: Readonly<Record<string, string>> = {
  firstNs: 'First seen',
  lastNs: 'Last change',
  outcomeMs: 'Outcome after',
  displayExact: 'Shown size exact',
  atLevel: 'At a known level',
  medianContracts: 'Still hidden, median',
  lowContracts: 'Still hidden, 10% less',
  highContracts: 'Still hidden, 10% more',
  atLeast1: 'Chance of 1 more refill',
  atLeast3: 'Chance of 3 more refills',
  atLeast10: 'Chance of 10 more refills',
  sample: 'Icebergs behind that',
};
const ORDER = Object.values(LABELS);

/** Ticks that are distances, not prices. */
const DISTANCE = /^(range|overshoot|reversion|zoneHeight)/;
/** Numbers from 0 to 1 that read as percent. */
const SHARE = /^(atLeast\d+)$|(Share|Fraction)$/;

/** `Overshoot`, `Stop share`: a key without its unit, as people write it. */
function labelOf(key: string): string {
  const known = LABELS[key];
  if (known !== undefined) return known;
  const words = key
    .replace(/(Ticks|Ns|Ms)$/, '')
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function numberText(key: string, value: number, instrument: Instrument | undefined): string {
  if (key.endsWith('Ms')) return duration(value);
  if (SHARE.test(key)) return `${Math.round(value * 100)}%`;
  if (key.endsWith('Ticks') && !DISTANCE.test(key) && instrument !== undefined)
    return formatTicks(instrument, value);
  if (key.endsWith('Ticks')) return `${value} ${value === 1 ? 'tick' : 'ticks'}`;
  return Number.isInteger(value) ? formatSize(value) : value.toPrecision(3);
}

function factText(key: string, value: unknown, instrument: Instrument | undefined): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return numberText(key, value, instrument);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string' || value === '') return null;
  if (!key.endsWith('Ns')) return value;
  const timeMs = msOfNs(value);
  return timeMs === null ? null : formatMillis(timeMs);
}

function factsOf(record: object, instrument: Instrument | undefined, group: string): MeasuredFact[] {
  const facts: MeasuredFact[] = [];
  for (const [key, value] of Object.entries(record)) {
    // The server adds a decimal text beside prices in ticks.
    if (ELSEWHERE.has(key) || `${key}Ticks` in record) continue;
    const text = factText(key, value, instrument);
    const label = labelOf(key);
    if (text !== null) {
      facts.push({
        label: group === '' || LABELS[key] !== undefined ? label : `${group} ${label.toLowerCase()}`,
        value: text,
      });
    } else if (group === '' && typeof value === 'object' && value !== null && !Array.isArray(value)) {
      facts.push(...factsOf(value, instrument, label));
    }
  }
  return facts;
}

function rank(label: string): number {
  const at = ORDER.indexOf(label);
  return at === -1 ? ORDER.length : at;
}

/** Lists are drawn, not listed. */
export function measuredFacts(
  { evidence }: EventEvidence,
  instrument: Instrument | undefined,
): MeasuredFact[] {
  return factsOf(evidence, instrument, '').sort(
    (a, b) => rank(a.label) - rank(b.label) || a.label.localeCompare(b.label),
  );
}
