/** The states of findings in the order in which they became known. */
import { type FlowEvent, type Pattern, stateOf } from '@undertow/market';
import {
  FINDING_DEGRADED,
  FINDING_EXACT,
  FINDING_EXPERIMENTAL,
  FINDING_OVER,
  FINDING_TYPES,
  FINDING_WITHDRAWN,
  type FindingColumns,
} from './session-facts.ts';

const THOUSANDTHS = 1000;

type Finding = FlowEvent | Pattern;

function flagsOf(finding: Finding): number {
  const state = stateOf(finding);
  const isOver = finding.status === 'failed' || finding.status === 'expired';
  return (
    (finding.exact ? FINDING_EXACT : 0) |
    (finding.degraded ? FINDING_DEGRADED : 0) |
    (finding.isWithdrawn === true ? FINDING_WITHDRAWN : 0) |
    (state === 'experimental' || state === 'unavailable' ? FINDING_EXPERIMENTAL : 0) |
    (isOver ? FINDING_OVER : 0)
  );
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

export class FindingRecorder {
  readonly #positions = new Map<string, number>();
  /** The last row of each finding: one that says the same is not repeated. */
  readonly #last = new Map<string, readonly number[]>();
  readonly #rows: (readonly number[])[] = [];
  readonly #knownMs: number[] = [];

  /** `knownMs`: when this state became known; one before that of an earlier state counts as that. */
  add(finding: Finding, knownMs: number): void {
    const position = this.#positions.get(finding.id) ?? this.#positions.size;
    this.#positions.set(finding.id, position);
    const perDay = 'perDay' in finding ? (finding.perDay ?? -1) : -1;
    const row = [
      position,
      FINDING_TYPES.indexOf(finding.type),
      sideOf(finding),
      finding.priceTicks,
      ...zoneOf(finding),
      finding.size,
      Math.round(finding.confidence * THOUSANDTHS),
      flagsOf(finding),
      perDay < 0 ? -1 : Math.round(perDay * THOUSANDTHS),
    ];
    const last = this.#last.get(finding.id);
    if (last?.every((value, at) => value === row[at])) return;
    this.#last.set(finding.id, row);
    this.#rows.push(row);
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
      ids: [...this.#positions.keys()],
    };
  }
}
