/** Facts of a detector's evidence, read once from the wire and put into words. Pure. */
import type { EventEvidence } from '@undertow/contracts';
import { MINUTE_MS, MS_NS } from '@undertow/market';
import { formatShare, formatSize } from '#lib/format/formats.ts';

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

/** Ids of the orders behind an event: a list of ids, or of orders with an id each. */
export function orderIds(facts: Facts): string[] {
  const { orderIds: ids, orders } = facts;
  if (Array.isArray(ids)) return ids.filter((id) => typeof id === 'string');
  if (!Array.isArray(orders)) return [];
  return orders.flatMap((order: unknown) => {
    const id =
      typeof order === 'object' && order !== null ? (order as { orderId?: unknown }).orderId : undefined;
    return typeof id === 'string' ? [id] : [];
  });
}

/** Milliseconds since 1970 UTC of a decimal text of nanoseconds; null for anything else. */
export function msOfNs(value: unknown): number | null {
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? Number(value) / MS_NS : null;
}

function sizeOrDash(value: number | null): string {
  return value === null ? '–' : formatSize(value);
}

/** `41 ms`, `1.4 s`, `10 min`. */
export function duration(ms: number): string {
  if (ms >= 120_000) return `${Math.round(ms / MINUTE_MS)} min`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function decimalOrDash(value: number | null): string {
  return value === null ? '–' : value.toFixed(1);
}

/** Facts of a native iceberg: what traded, what was shown, how often it was refilled, and what had been hidden. */
function icebergFigures({ event, evidence }: EventEvidence): Figure[] {
  const displayExact = evidence['displayExact'];
  const outcome = factText(evidence, 'outcome');
  return [
    traded(event),
    {
      label: 'Most shown',
      value: sizeOrDash(factNumber(evidence, 'displaySize')),
      note: displayExact === false ? 'at least' : 'at a time',
    },
    {
      label: 'Refills',
      value: sizeOrDash(factNumber(evidence, 'tranches')),
      note: orderIds(evidence).length > 0 ? 'one order id' : 'one price',
    },
    {
      label: 'From hidden',
      value: sizeOrDash(factNumber(evidence, 'hiddenSeen')),
      note: outcome === null || outcome === 'working' ? 'so far' : outcome,
    },
  ];
}

function traded(event: EventEvidence['event']): Figure {
  return { label: 'Traded', value: formatSize(event.size), note: `into the ${event.metadata.side}` };
}

/** A synthetic iceberg is a chain of orders, each put in when the one before was filled. */
function chainFigures({ event, evidence }: EventEvidence): Figure[] {
  const delayMs = factNumber(evidence, 'medianDelayMs');
  return [
    traded(event),
    { label: 'Orders', value: sizeOrDash(factNumber(evidence, 'slices')), note: 'one after the other' },
    { label: 'Size of each', value: decimalOrDash(factNumber(evidence, 'meanSlice')), note: 'on average' },
    { label: 'Put in after', value: delayMs === null ? '–' : duration(delayMs), note: 'a fill, usually' },
  ];
}

/** Without single orders the only evidence is a level that shows more than was left. */
function levelRefillFigures({ event, evidence }: EventEvidence): Figure[] {
  return [
    traded(event),
    { label: 'Shown', value: sizeOrDash(factNumber(evidence, 'shownAtStart')), note: 'at the start' },
    { label: 'Refills', value: sizeOrDash(factNumber(evidence, 'replenishments')), note: 'of the level' },
    { label: 'From hidden', value: sizeOrDash(factNumber(evidence, 'hiddenAtLeast')), note: 'at least' },
  ];
}

function stopRunFigures({ event, evidence }: EventEvidence): Figure[] {
  const outcome = factText(evidence, 'outcome');
  const range = factNumber(evidence, 'rangeTicks');
  const lasted = factNumber(evidence, 'durationMs');
  const kind = event.metadata.side === 'bid' ? 'buy stops' : 'sell stops';
  // Inferred from prints where elections do not show
  const first =
    event.metadata.sub === 'inferred'
      ? { label: 'Prints', value: sizeOrDash(factNumber(evidence, 'prints')), note: 'in one direction' }
      : { label: 'Stops elected', value: sizeOrDash(factNumber(evidence, 'stops')), note: kind };
  return [
    first,
    {
      label: 'Contracts',
      value: formatSize(event.size),
      note: event.metadata.sub === 'inferred' ? `likely ${kind}` : 'of those stops',
    },
    { label: 'Range', value: sizeOrDash(range), note: range === 1 ? 'tick' : 'ticks' },
    {
      label: 'Lasted',
      value: lasted === null ? '–' : duration(lasted),
      note: outcome === null || outcome === 'running' || outcome === 'pending' ? 'so far' : `then ${outcome}`,
    },
  ];
}

/** The ends of the interval, where a calibrator gave some. */
function confidenceNote({
  exact,
  calibrator,
  confidenceLow,
  confidenceHigh,
}: EventEvidence['event']['metadata']): string {
  if (exact) return 'proven by the exchange’s messages';
  if (calibrator === 'score') return 'not calibrated';
  return `${Math.round(confidenceLow * 100)} to ${Math.round(confidenceHigh * 100)}%`;
}

function otherFigures({ event }: EventEvidence): Figure[] {
  const { metadata } = event;
  const lasted = Date.parse(metadata.updatedAt) - Date.parse(metadata.startedAt);
  const oneprice = metadata.priceLow === metadata.priceHigh;
  return [
    { label: 'Size', value: formatSize(event.size), note: `${metadata.side} side` },
    {
      label: metadata.existence === null ? 'Confidence' : 'Holds',
      value: metadata.exact ? 'Exact' : formatShare(event.confidence),
      note: confidenceNote(metadata),
    },
    { label: 'Lasted', value: duration(lasted), note: 'start to last change' },
    { label: 'Price', value: metadata.priceLow, note: oneprice ? 'one price' : `to ${metadata.priceHigh}` },
  ];
}

/** Four figures for the head of the sheet. */
export function evidenceFigures(evidence: EventEvidence): readonly Figure[] {
  const { eventType, metadata } = evidence.event;
  if (eventType === 'iceberg' && metadata.sub === 'synthetic') return chainFigures(evidence);
  if (eventType === 'iceberg' && metadata.sub === 'conflated') return levelRefillFigures(evidence);
  if (eventType === 'iceberg') return icebergFigures(evidence);
  if (eventType === 'stop_run') return stopRunFigures(evidence);
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
