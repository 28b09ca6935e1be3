/** How much of an iceberg is still hidden: a discrete Kaplan-Meier estimate over tranches (Zotikov & Antonov 2019). */

const MAX_TRANCHES = 64;
/** Strata by the power of two of the display size. */
const STRATA = 12;
/** A stratum's own curve counts n / (n + 20) against the curve of all. */
const SHRINKAGE = 20;
/** Fewer than this seen to the end forecast nothing: of those lost from view alone the curve never falls. */
const MIN_COMPLETED = 20;

/** Contracts still to come after those that are known. Null where the curve does not reach that far down. */
export interface RemainingSize {
  readonly medianContracts: number | null;
  /** 80 % band: with 10 % each fewer or more remain. */
  readonly lowContracts: number;
  readonly highContracts: number | null;
  /** Chance that at least one, three and ten more display sizes follow. */
  readonly atLeast1: number;
  readonly atLeast3: number;
  readonly atLeast10: number;
  /** Icebergs that the estimate rests on. */
  readonly sample: number;
}

/** Icebergs by the tranche at which they ended, index 1 to 65. */
interface CurveState {
  readonly completed: Float64Array;
  readonly ended: Float64Array;
}

/** What a forecast has learnt; only `IcebergForecast.restore` reads it. */
export interface ForecastState {
  readonly pooled: CurveState;
  readonly strata: readonly CurveState[];
}

/** Ends by tranche: completed ones are events, cancelled and lost ones are censored. */
class SurvivalCurve {
  readonly #completed = new Float64Array(MAX_TRANCHES + 2);
  readonly #ended = new Float64Array(MAX_TRANCHES + 2);
  ends = 0;
  completions = 0;

  add(tranches: number, completed: boolean): void {
    const at = Math.min(Math.max(tranches, 1), MAX_TRANCHES + 1);
    this.#ended[at]! += 1;
    this.ends += 1;
    if (!completed) return;
    this.#completed[at]! += 1;
    this.completions += 1;
  }

  save(): CurveState {
    return { completed: this.#completed.slice(), ended: this.#ended.slice() };
  }

  restore({ completed, ended }: CurveState): void {
    this.#completed.set(completed);
    this.#ended.set(ended);
    this.ends = sumOf(ended);
    this.completions = sumOf(completed);
  }

  /** Writes S(j) for j in 0..64: the chance that an iceberg has more than j tranches. */
  write(into: Float64Array): void {
    let atRisk = this.ends;
    let survival = 1;
    into[0] = 1;
    for (let j = 1; j <= MAX_TRANCHES; j += 1) {
      if (atRisk > 0) survival *= 1 - this.#completed[j]! / atRisk;
      into[j] = survival;
      atRisk -= this.#ended[j]!;
    }
  }
}

function sumOf(counts: Float64Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

export class IcebergForecast {
  readonly #pooled = new SurvivalCurve();
  readonly #strata = Array.from({ length: STRATA }, () => new SurvivalCurve());
  readonly #pooledCurve = new Float64Array(MAX_TRANCHES + 1);
  readonly #ownCurve = new Float64Array(MAX_TRANCHES + 1);

  save(): ForecastState {
    return { pooled: this.#pooled.save(), strata: this.#strata.map((stratum) => stratum.save()) };
  }

  restore({ pooled, strata }: ForecastState): void {
    this.#pooled.restore(pooled);
    for (const [n, state] of strata.entries()) this.#strata[n]?.restore(state);
  }

  /** An iceberg of a display size ended after so many tranches; not `completed` means cancelled or lost from view. */
  learn(displaySize: number, tranches: number, completed: boolean): void {
    this.#pooled.add(tranches, completed);
    this.#stratumOf(displaySize).add(tranches, completed);
  }

  /** What may follow after `tranches`; null before twenty icebergs were seen to the end, so never on levels without orders. */
  remaining(displaySize: number, tranches: number): RemainingSize | null {
    if (this.#pooled.completions < MIN_COMPLETED) return null;
    const stratum = this.#stratumOf(displaySize);
    this.#pooled.write(this.#pooledCurve);
    stratum.write(this.#ownCurve);
    const own = stratum.ends / (stratum.ends + SHRINKAGE);
    const now = Math.min(tranches, MAX_TRANCHES);
    const at = (j: number): number => own * this.#ownCurve[j]! + (1 - own) * this.#pooledCurve[j]!;
    const base = at(now);
    // Beyond the last observed tranche the curve is flat: nothing is known there.
    const more = (extra: number): number => (base > 0 ? at(Math.min(now + extra, MAX_TRANCHES)) / base : 0);
    const reach = (chance: number): number | null => {
      for (let extra = 0; now + extra <= MAX_TRANCHES; extra += 1) {
        if (more(extra) <= chance) return extra * displaySize;
      }
      return null;
    };
    return {
      medianContracts: reach(0.5),
      lowContracts: reach(0.9) ?? (MAX_TRANCHES - now) * displaySize,
      highContracts: reach(0.1),
      atLeast1: more(1),
      atLeast3: more(3),
      atLeast10: more(10),
      sample: this.#pooled.ends,
    };
  }

  #stratumOf(displaySize: number): SurvivalCurve {
    const stratum = Math.min(STRATA - 1, Math.floor(Math.log2(Math.max(1, displaySize))));
    return this.#strata[stratum]!;
  }
}
