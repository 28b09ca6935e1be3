/** Facts of a detector's evidence, read once from the wire and put into words. Pure. */
import type { EventEvidence } from '@undertow/contracts';
import { formatSize } from '#lib/formats.ts';

type Facts = EventEvidence['evidence'];

export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly note: string;
}

/** The fact as a number; null when the detector did not give one. */
export function factNumber(facts: Facts, key: string): number | null {
  const value = facts[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function factText(facts: Facts, key: string): string | null {
  const value = facts[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Ids of the orders that an event rests on. */
export function orderIds(facts: Facts): string[] {
  const ids = facts['orderIds'];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

/** Milliseconds since 1970 UTC of a decimal text of nanoseconds; null for anything else. */
export function msOfNs(value: unknown): number | null {
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? Number(value) / 1e6 : null;
}

function sizeOrDash(value: number | null): string {
  return value === null ? '–' : formatSize(value);
}

/** `41 ms`, `1.4 s`. */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** An iceberg is told by what traded, what was shown, how often it came back, and what had been hidden. */
function icebergFigures({ event, evidence }: EventEvidence): Figure[] {
  const displayExact = evidence['displayExact'];
  const refills = factNumber(evidence, 'tranches') ?? factNumber(evidence, 'refills');
  const outcome = factText(evidence, 'outcome');
  return [
    { label: 'Traded', value: formatSize(event.size), note: `into the ${event.metadata.side}` },
    {
      label: 'Most shown',
      value: sizeOrDash(factNumber(evidence, 'displaySize')),
      note: displayExact === false ? 'at least' : 'at a time',
    },
    {
      label: 'Refills',
      value: sizeOrDash(refills),
      note: orderIds(evidence).length > 0 ? 'one order id' : 'one price',
    },
    {
      label: 'From hidden',
      value: sizeOrDash(factNumber(evidence, 'hiddenSeen')),
      note: outcome === null || outcome === 'working' ? 'so far' : outcome,
    },
  ];
}

function stopRunFigures({ event, evidence }: EventEvidence): Figure[] {
  const outcome = factText(evidence, 'outcome');
  const range = factNumber(evidence, 'rangeTicks');
  const lasted = factNumber(evidence, 'durationMs');
  return [
    {
      label: 'Stops elected',
      value: sizeOrDash(factNumber(evidence, 'stops')),
      note: event.metadata.side === 'bid' ? 'buy stops' : 'sell stops',
    },
    { label: 'Contracts', value: formatSize(event.size), note: 'of those stops' },
    { label: 'Range', value: sizeOrDash(range), note: range === 1 ? 'tick' : 'ticks' },
    {
      label: 'Lasted',
      value: lasted === null ? '–' : duration(lasted),
      note: outcome === null || outcome === 'running' || outcome === 'pending' ? 'so far' : `then ${outcome}`,
    },
  ];
}

function otherFigures({ event }: EventEvidence): Figure[] {
  const { metadata } = event;
  const lasted = Date.parse(metadata.updatedAt) - Date.parse(metadata.startedAt);
  const oneprice = metadata.priceLow === metadata.priceHigh;
  return [
    { label: 'Size', value: formatSize(event.size), note: `${metadata.side} side` },
    {
      label: 'Confidence',
      value: metadata.exact ? 'Exact' : `${Math.round(event.confidence * 100)}%`,
      note: metadata.calibrator === 'score' ? 'not calibrated' : metadata.calibrator,
    },
    { label: 'Lasted', value: duration(lasted), note: 'start to last change' },
    { label: 'Price', value: metadata.priceLow, note: oneprice ? 'one price' : `to ${metadata.priceHigh}` },
  ];
}

/** Four figures for the head of the sheet. */
export function evidenceFigures(evidence: EventEvidence): readonly Figure[] {
  if (evidence.event.eventType === 'iceberg') return icebergFigures(evidence);
  if (evidence.event.eventType === 'stop_run') return stopRunFigures(evidence);
  return otherFigures(evidence);
}

const FIRST_NUMBER = /-?\d[\d,]*(\.\d+)?(e-?\d+)?/i;

function firstNumber(text: string): number | null {
  const match = FIRST_NUMBER.exec(text);
  return match === null ? null : Number(match[0].replaceAll(',', ''));
}

/** How far a rule was met or missed: `+8` against "at least 3"; the word where there is no number to compare. */
export function ruleMargin(rule: EventEvidence['rules'][number]): string {
  const value = firstNumber(rule.value);
  const needed = firstNumber(rule.needed);
  if (value === null || needed === null || !/^(at least|over|at most|below|under)/.test(rule.needed)) {
    return rule.met ? 'met' : 'not met';
  }
  const margin = value - needed;
  if (Math.abs(margin) < 0.01 && margin !== 0) return rule.met ? 'met' : 'not met';
  const text = Number.isInteger(margin) ? formatSize(Math.abs(margin)) : Math.abs(margin).toFixed(2);
  return margin < 0 ? `−${text}` : `+${text}`;
}
