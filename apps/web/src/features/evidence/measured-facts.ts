/** Everything a detector measured that the sheet does not show elsewhere, one line each, with its unit. Pure. */
import type { EventEvidence } from '@undertow/contracts';
import { formatPrice, type Instrument } from '@undertow/market';
import { formatSize } from '#lib/format/formats.ts';
import { duration, msOfNs } from './evidence-facts.ts';
import { DEVIATIONS, DISTANCE, ELSEWHERE, LABELS, MULTIPLE, ORDER, SHARE } from './measured-labels.ts';
import { formatMillis } from './millis.ts';

export interface MeasuredFact {
  readonly label: string;
  readonly value: string;
}

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
  if (SHARE.test(key)) return `${value > 0 && value < 0.01 ? 'under 1' : Math.round(value * 100)}%`;
  if (key.endsWith('Ticks') && !DISTANCE.test(key) && instrument !== undefined)
    return formatPrice(instrument, value);
  if (key.endsWith('Ticks')) return `${value} ${value === 1 ? 'tick' : 'ticks'}`;
  if (DEVIATIONS.test(key)) return `${value.toFixed(1).replace('-', '−')} deviations`;
  if (MULTIPLE.test(key)) return `${value.toFixed(1)} ×`;
  return Number.isInteger(value) ? formatSize(value) : value.toPrecision(3);
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}

function factText(key: string, value: unknown, instrument: Instrument | undefined): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return numberText(key, value, instrument);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isWords(value)) return value.join(', ');
  if (typeof value !== 'string' || value === '') return null;
  if (!key.endsWith('Ns')) return value;
  const timeMs = msOfNs(value);
  return timeMs === null ? null : formatMillis(timeMs);
}

/** A probability with its interval, as one fact: `62% (57 to 67%)`. */
function forecastText(value: object): string | null {
  const { p, low, high, calibrator } = value as Readonly<Record<string, unknown>>;
  if (typeof p !== 'number' || typeof low !== 'number' || typeof high !== 'number') return null;
  if (calibrator === 'score') return 'not calibrated';
  const whole = (share: number): number => Math.round(share * 100);
  return `${whole(p)}% (${whole(low)} to ${whole(high)}%)`;
}

function factsOf(record: object, instrument: Instrument | undefined, group: string): MeasuredFact[] {
  // The server adds a decimal text beside prices in ticks.
  return Object.entries(record)
    .filter(([key]) => !ELSEWHERE.has(key) && !(`${key}Ticks` in record))
    .flatMap(([key, value]) => factOf(key, value, instrument, group));
}

function factOf(
  key: string,
  value: unknown,
  instrument: Instrument | undefined,
  group: string,
): MeasuredFact[] {
  const label = labelOf(key);
  const text = factText(key, value, instrument);
  if (text !== null) {
    const isAlone = group === '' || LABELS[key] !== undefined;
    return [{ label: isAlone ? label : `${group} ${label.toLowerCase()}`, value: text }];
  }
  if (group !== '' || typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const forecast = forecastText(value);
  return forecast === null ? factsOf(value, instrument, label) : [{ label, value: forecast }];
}

function rank(label: string): number {
  const at = ORDER.indexOf(label);
  return at === -1 ? ORDER.length : at;
}

/** Lists of words are listed; the others are drawn. */
export function measuredFacts(
  { evidence }: EventEvidence,
  instrument: Instrument | undefined,
): MeasuredFact[] {
  return factsOf(evidence, instrument, '').sort(
    (a, b) => rank(a.label) - rank(b.label) || a.label.localeCompare(b.label),
  );
}
