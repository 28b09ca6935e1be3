/**
 * The states of findings in the order in which they became known: those that a rule could wait for. A rule fires once for a finding, when it
 * first fits, so that a state that is over, withdrawn, degraded or experimental, or nowhere beyond the states before it, changes nothing.
 */
import { type FlowEvent, type Pattern, stateOf } from '@undertow/market';
import { FINDING_EXACT, FINDING_TYPES, type FindingColumns } from './session-facts.ts';

const THOUSANDTHS = 1000;

type Finding = FlowEvent | Pattern;

function isFit(finding: Finding): boolean {
  const state = stateOf(finding);
  if (state === 'experimental' || state === 'unavailable') return false;
  if (finding.degraded || finding.isWithdrawn === true) return false;
  return finding.status !== 'failed' && finding.status !== 'expired';
}

function sideOf(finding: Finding): number {
  if ('direction' in finding && finding.direction !== null) return finding.direction === 'up' ? 1 : -1;
  if (finding.side === null) return 0;
  return finding.side === 'bid' ? 1 : -1;
}

/** Prices of the zone: an event's own, those of all levels of a pattern. */
function zoneOf(finding: Finding): readonly [lowTicks: number, highTicks: number] {
  if (!('levels' in finding)) return [finding.priceLowTicks, finding.priceHighTicks];
  const { levels, priceTicks } = finding;
  if (levels.length === 0) return [priceTicks, priceTicks];
  return [
    Math.min(...levels.map(({ lowTicks }) => lowTicks)),
    Math.max(...levels.map(({ highTicks }) => highTicks)),
  ];
}

/** The furthest that the states of a finding have reached. */
interface Reached {
  readonly position: number;
  size: number;
  confidence: number;
  perDay: number;
  isExact: boolean;
  zone: string;
}

export class FindingRecorder {
  readonly #reached = new Map<string, Reached>();
  readonly #rows: (readonly number[])[] = [];
  readonly #knownMs: number[] = [];

  /** `knownMs`: when this state became known; one before that of an earlier state counts as that. */
  add(finding: Finding, knownMs: number): void {
    if (!isFit(finding)) return;
    const { id, type, size, exact, priceTicks } = finding;
    const ranked = 'perDay' in finding ? (finding.perDay ?? -1) : -1;
    const perDay = ranked < 0 ? -1 : Math.round(ranked * THOUSANDTHS);
    const confidence = Math.round(finding.confidence * THOUSANDTHS);
    const [low, high] = zoneOf(finding);
    const side = sideOf(finding);
    // The levels of a pattern move with the market: they count as they are when something else changes
    const zone = 'levels' in finding ? `${side}` : `${side} ${low} ${high}`;
    const before = this.#reached.get(id);
    const isBeyond =
      before === undefined ||
      size > before.size ||
      confidence > before.confidence ||
      perDay < before.perDay ||
      (exact && !before.isExact) ||
      zone !== before.zone;
    if (!isBeyond) return;
    const position = before?.position ?? this.#reached.size;
    this.#reached.set(id, {
      position,
      size: Math.max(size, before?.size ?? size),
      confidence: Math.max(confidence, before?.confidence ?? confidence),
      perDay: Math.min(perDay, before?.perDay ?? perDay),
      isExact: exact || before?.isExact === true,
      zone,
    });
    const flags = exact ? FINDING_EXACT : 0;
    const typeAt = FINDING_TYPES.indexOf(type);
    this.#rows.push([position, typeAt, side, priceTicks, low, high, size, confidence, flags, perDay]);
    this.#knownMs.push(Math.max(knownMs, this.#knownMs.at(-1) ?? Number.NEGATIVE_INFINITY));
  }

  columns(): FindingColumns {
    const column = (at: number): Int32Array => Int32Array.from(this.#rows, (row) => row[at]!);
    return {
      count: this.#rows.length,
      knownMs: Float64Array.from(this.#knownMs),
      finding: column(0),
      type: column(1),
      side: column(2),
      priceTicks: column(3),
      lowTicks: column(4),
      highTicks: column(5),
      size: column(6),
      confidence: column(7),
      flags: column(8),
      perDay: column(9),
      ids: [...this.#reached.keys()],
    };
  }
}
