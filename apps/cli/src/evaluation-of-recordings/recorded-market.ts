/** Everything that recordings of one product on one feed say together. */
import { RowCounter, Samples, trackFigures } from '@undertow/detection';
import type { FeedTier } from '@undertow/market';
import { looksOf, type ModelLooks } from '#evaluation/session-task.ts';
import { type FactComparison, isSame } from './exact-facts.ts';
import type { FindingKind, InstrumentReader } from './instrument-reader.ts';

/** One exact fact over all recordings. */
export interface FactTotal {
  readonly fact: string;
  detectors: number;
  oracle: number;
  /** Recordings in which both counts agree, of all. */
  agreeing: number;
  recordings: number;
}

export interface RaisedKind extends FindingKind {
  count: number;
}

export class RecordedMarket {
  readonly product: string;
  readonly tier: FeedTier;
  hours = 0;
  recordings = 0;
  readonly facts = new Map<string, FactTotal>();
  /** By type, sub and state. */
  readonly raised = new Map<string, RaisedKind>();
  /** By model. */
  readonly looks = new Map<string, ModelLooks>();
  readonly #track = new RowCounter();

  constructor(product: string, tier: FeedTier) {
    this.product = product;
    this.tier = tier;
  }

  get name(): string {
    return `${this.product} on ${this.tier}`;
  }

  /** Takes in an instrument that was read to its end. */
  add(reader: InstrumentReader): void {
    this.recordings += 1;
    this.hours += reader.open.hours;
    for (const comparison of reader.comparisons()) this.#addFact(comparison);
    for (const kind of reader.raised) this.#addRaised(kind);
    for (const looks of looksOf(reader.candidates, this.tier)) this.#addLooks(looks);
    for (const row of reader.trackRows) if (row.kind !== 'calibration') this.#track.add(row);
  }

  /** Of findings that declare an outcome. */
  outcomes(): ReturnType<typeof trackFigures> {
    return trackFigures(this.#track.counts()).filter(({ rule }) => rule !== null);
  }

  #addFact(comparison: FactComparison): void {
    const { fact } = comparison;
    const total = this.facts.get(fact) ?? { fact, detectors: 0, oracle: 0, agreeing: 0, recordings: 0 };
    total.detectors += comparison.detectors;
    total.oracle += comparison.oracle;
    total.agreeing += isSame(comparison) ? 1 : 0;
    total.recordings += 1;
    this.facts.set(fact, total);
  }

  #addRaised(kind: FindingKind): void {
    const key = `${kind.type}|${kind.sub}|${kind.state}`;
    const known = this.raised.get(key) ?? { ...kind, count: 0 };
    known.count += 1;
    this.raised.set(key, known);
  }

  #addLooks(looks: ModelLooks): void {
    this.looks.set(looks.name, joinedLooks(this.looks.get(looks.name), looks));
  }
}

/** The looks of one model in several markets. */
export function joinedLooks(known: ModelLooks | undefined, more: ModelLooks): ModelLooks {
  if (known === undefined) return more;
  const samples = new Samples(more.features.length, known.samples.count + more.samples.count);
  samples.addAll(known.samples);
  samples.addAll(more.samples);
  return { ...more, candidates: known.candidates + more.candidates, samples };
}
