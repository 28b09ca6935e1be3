/** How the values of one feature lie, counted by session and class: distances of any grouping of the sessions cost little. */
import type { SampleColumns } from './samples.ts';

/** Steps of the distribution functions that are compared. */
const STEPS = 48;
/** Fewer samples of a class in a family say nothing of it. */
const ENOUGH = 20;

/** Weights by step, with how many samples they are of. */
class Histogram {
  readonly weights: Float64Array;
  count = 0;

  constructor(steps: number) {
    this.weights = new Float64Array(steps);
  }

  add(other: Histogram, sign: 1 | -1 = 1): void {
    for (let step = 0; step < this.weights.length; step += 1)
      this.weights[step] = this.weights[step]! + sign * other.weights[step]!;
    this.count += sign * other.count;
  }

  /** The distribution function at each step. */
  shares(): Float64Array {
    const shares = new Float64Array(this.weights.length);
    let sum = 0;
    for (const [step, weight] of this.weights.entries()) {
      sum += weight;
      shares[step] = sum;
    }
    return shares.map((share) => share / sum);
  }
}

type Classes = readonly [no: Histogram, yes: Histogram];

/** The looks of a session in their order: step of the feature, truth and weight. */
interface SessionLooks {
  readonly steps: Uint8Array;
  readonly truths: SampleColumns['truths'];
  readonly weights: SampleColumns['weights'];
}

export class ShiftCounts {
  readonly #families: number;
  readonly #edges: Float64Array;
  readonly #looks: readonly SessionLooks[];
  readonly #sessions: readonly Classes[];
  readonly #all: Classes;

  /** `at`: column of the feature. `families`: how many groups the sessions are dealt to. */
  constructor(sessions: readonly SampleColumns[], at: number, families: number) {
    this.#families = families;
    this.#edges = edgesOf(sessions, at);
    this.#looks = sessions.map((columns) => this.#looksOf(columns, at));
    this.#sessions = this.#looks.map((looks) => this.#counted(looks, 0));
    this.#all = this.#empty();
    for (const session of this.#sessions) addBoth(this.#all, session);
  }

  /** Largest distance of one class between a family and the others; `familyOf` gives the family of each session. */
  betweenFamilies(familyOf: readonly number[]): number | null {
    let most: number | null = null;
    for (const family of this.#grouped(familyOf))
      for (const truth of [0, 1] as const) {
        const others = new Histogram(this.#steps);
        others.add(this.#all[truth]);
        others.add(family[truth], -1);
        if (family[truth].count < ENOUGH || others.count < ENOUGH) continue;
        most = Math.max(most ?? 0, distance(family[truth].shares(), others.shares()));
      }
    return most;
  }

  /**
   * Distance of the classes in the mean of the families: what differs one way here and the other way there cancels out.
   *
   * @param moves by how many looks the truths of each session are moved on, from its end to its beginning; not at all by default
   */
  betweenClasses(familyOf: readonly number[], moves?: readonly number[]): number | null {
    const sessions =
      moves === undefined
        ? this.#sessions
        : this.#looks.map((looks, session) => this.#counted(looks, moves[session]!));
    const both = this.#grouped(familyOf, sessions).filter(
      ([no, yes]) => Math.min(no.count, yes.count) >= ENOUGH,
    );
    if (both.length === 0) return null;
    const [falses, trues] = [new Float64Array(this.#steps), new Float64Array(this.#steps)];
    for (const [no, yes] of both) {
      addTo(falses, no.shares(), both.length);
      addTo(trues, yes.shares(), both.length);
    }
    return distance(falses, trues);
  }

  get #steps(): number {
    return this.#edges.length + 1;
  }

  #empty(): Classes {
    return [new Histogram(this.#steps), new Histogram(this.#steps)];
  }

  #grouped(familyOf: readonly number[], sessions = this.#sessions): Classes[] {
    const groups = Array.from({ length: this.#families }, () => this.#empty());
    for (const [at, session] of sessions.entries()) addBoth(groups[familyOf[at]!]!, session);
    return groups;
  }

  #looksOf({ width, count, features, truths, weights }: SampleColumns, at: number): SessionLooks {
    const steps = Uint8Array.from({ length: count }, (_, row) => this.#stepOf(features[row * width + at]!));
    return { steps, truths, weights };
  }

  #counted({ steps, truths, weights }: SessionLooks, move: number): Classes {
    const classes = this.#empty();
    for (const [row, step] of steps.entries()) {
      const own = classes[truths[(row + move) % steps.length] === 1 ? 1 : 0];
      own.weights[step] = own.weights[step]! + weights[row]!;
      own.count += 1;
    }
    return classes;
  }

  /** Edges below the value. */
  #stepOf(value: number): number {
    let [low, high] = [0, this.#edges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#edges[middle]! < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function addBoth(to: Classes, from: Classes): void {
  to[0].add(from[0]);
  to[1].add(from[1]);
}

function addTo(sum: Float64Array, shares: Float64Array, parts: number): void {
  for (const [step, share] of shares.entries()) sum[step] = sum[step]! + share / parts;
}

/** Largest difference of two distribution functions. */
function distance(one: Float64Array, other: Float64Array): number {
  return one.reduce((most, share, step) => Math.max(most, Math.abs(share - other[step]!)), 0);
}

/** Quantiles of the feature over all samples, each once. */
function edgesOf(sessions: readonly SampleColumns[], at: number): Float64Array {
  const values: number[] = [];
  for (const { width, count, features } of sessions)
    for (let row = 0; row < count; row += 1) values.push(features[row * width + at]!);
  const ascending = Float64Array.from(values).sort();
  const quantiles = Array.from({ length: STEPS - 1 }, (_, index) => {
    return ascending[Math.floor(((index + 1) * ascending.length) / STEPS)] ?? 0;
  });
  return Float64Array.from(new Set(quantiles));
}
