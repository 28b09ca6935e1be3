/**
 * Grows one small regression tree on slopes and curvatures of a loss, from histograms (Friedman 2001; Chen and Guestrin
 * 2016).
 */
import type { FeatureBins } from './feature-bins.ts';
import { NO_QUESTION } from './tree-model.ts';

/** Numbers a bin holds: slope, curvature, weight. */
const PARTS = 3;
const BINS = 64;

export interface TreeShape {
  readonly depth: number;
  /** Added to the curvature of a leaf: pulls leaves of few samples towards 0. */
  readonly penalty: number;
  /** Samples on either side of a question weigh at least this much. */
  readonly leastWeight: number;
}

/**
 * Per sample, as whole numbers: sums of them are exact, so the order of samples cannot change a tree. `weights` in the
 * same unit as `leastWeight`.
 */
export interface Slopes {
  readonly slopes: Float64Array;
  readonly curvatures: Float64Array;
  readonly weights: Float64Array;
}

interface Split {
  readonly feature: number;
  /** Bins up to this one go left. */
  readonly bin: number;
}

export class TreeGrower {
  /** Of the last tree, level by level; `NO_QUESTION` where no split was worthwhile. */
  readonly questions: Int32Array;
  /** Index of the edge that a question compares with. */
  readonly edges: Int32Array;
  /** Sums of slope and curvature of each leaf. */
  readonly leafSlopes: Float64Array;
  readonly leafCurvatures: Float64Array;
  /** Leaf of each sample. */
  readonly leafOfRow: Uint8Array;
  readonly #table: FeatureBins;
  readonly #shape: TreeShape;
  readonly #width: number;
  readonly #count: number;
  /** By node, feature and bin; a node's own stays until its children are known. */
  readonly #histograms: Float64Array[];

  constructor(table: FeatureBins, shape: TreeShape) {
    this.#table = table;
    this.#shape = shape;
    this.#width = table.edges.length;
    this.#count = this.#width === 0 ? 0 : table.bins.length / this.#width;
    const leaves = 1 << shape.depth;
    this.questions = new Int32Array(leaves - 1);
    this.edges = new Int32Array(leaves - 1);
    this.leafSlopes = new Float64Array(leaves);
    this.leafCurvatures = new Float64Array(leaves);
    this.leafOfRow = new Uint8Array(this.#count);
    this.#histograms = Array.from({ length: leaves - 1 }, () => new Float64Array(this.#width * BINS * PARTS));
  }

  /** Grows the next tree in place of the last. False when no split was worthwhile. */
  grow(slopes: Slopes): boolean {
    const { leafOfRow, questions, edges } = this;
    leafOfRow.fill(0);
    for (let level = 0; level < this.#shape.depth; level += 1) {
      this.#accumulate(level, slopes);
      const first = (1 << level) - 1;
      for (let node = first; node <= 2 * first; node += 1) {
        const split = this.#bestSplit(this.#histograms[node]!);
        questions[node] = split?.feature ?? NO_QUESTION;
        edges[node] = split?.bin ?? 0;
      }
      this.#descend(first);
    }
    this.#sumLeaves(slopes);
    return questions[0] !== NO_QUESTION;
  }

  /** Left children are counted, right ones are what is left of the parent: exact, since all are whole numbers. */
  #accumulate(level: number, { slopes, curvatures, weights }: Slopes): void {
    const { leafOfRow } = this;
    const width = this.#width;
    const count = this.#count;
    const histograms = this.#histograms;
    const { bins } = this.#table;
    const first = (1 << level) - 1;
    for (let node = first; node <= 2 * first; node += 1) histograms[node]!.fill(0);
    for (let row = 0; row < count; row += 1) {
      const place = leafOfRow[row]!;
      if (level > 0 && (place & 1) === 1) continue;
      const histogram = histograms[first + place]!;
      const slope = slopes[row]!;
      const curvature = curvatures[row]!;
      const weight = weights[row]!;
      for (let feature = 0; feature < width; feature += 1) {
        const at = (feature * BINS + bins[row * width + feature]!) * PARTS;
        histogram[at]! += slope;
        histogram[at + 1]! += curvature;
        histogram[at + 2]! += weight;
      }
    }
    for (let right = first + 1; level > 0 && right <= 2 * first; right += 2)
      subtract(histograms, right, right - 1, (right - 2) >> 1);
  }

  #bestSplit(histogram: Float64Array): Split | null {
    const { penalty, leastWeight } = this.#shape;
    const worth = (slope: number, curvature: number): number => (slope * slope) / (curvature + penalty);
    let best: Split | null = null;
    let most = 0;
    for (let feature = 0; feature < this.#width; feature += 1) {
      const edges = this.#table.edges[feature]!.length;
      const from = feature * BINS * PARTS;
      let [allSlope, allCurvature, allWeight] = [0, 0, 0];
      for (let at = from; at <= from + edges * PARTS; at += PARTS) {
        allSlope += histogram[at]!;
        allCurvature += histogram[at + 1]!;
        allWeight += histogram[at + 2]!;
      }
      const whole = worth(allSlope, allCurvature);
      let [slope, curvature, weight] = [0, 0, 0];
      for (let bin = 0; bin < edges; bin += 1) {
        const at = from + bin * PARTS;
        slope += histogram[at]!;
        curvature += histogram[at + 1]!;
        weight += histogram[at + 2]!;
        if (weight < leastWeight || allWeight - weight < leastWeight) continue;
        const gain = worth(slope, curvature) + worth(allSlope - slope, allCurvature - curvature) - whole;
        // Relative to the whole: what rounding alone makes of samples that are all alike is no gain.
        if (gain > most && gain > 1e-9 * whole) {
          most = gain;
          best = { feature, bin };
        }
      }
    }
    return best;
  }

  #descend(first: number): void {
    const { leafOfRow, questions, edges } = this;
    const count = this.#count;
    const width = this.#width;
    const { bins } = this.#table;
    for (let row = 0; row < count; row += 1) {
      const place = leafOfRow[row]!;
      const question = questions[first + place]!;
      const goesRight = question !== NO_QUESTION && bins[row * width + question]! > edges[first + place]!;
      leafOfRow[row] = 2 * place + (goesRight ? 1 : 0);
    }
  }

  #sumLeaves({ slopes, curvatures }: Slopes): void {
    const { leafOfRow, leafSlopes, leafCurvatures } = this;
    leafSlopes.fill(0);
    leafCurvatures.fill(0);
    for (let row = 0; row < this.#count; row += 1) {
      const leaf = leafOfRow[row]!;
      leafSlopes[leaf]! += slopes[row]!;
      leafCurvatures[leaf]! += curvatures[row]!;
    }
  }
}

function subtract(histograms: readonly Float64Array[], right: number, left: number, parent: number): void {
  const into = histograms[right]!;
  const one = histograms[left]!;
  const whole = histograms[parent]!;
  for (let at = 0; at < into.length; at += 1) into[at] = whole[at]! - one[at]!;
}
