/** Rows of features with their truths and weights, in columns that grow. */

/** The same as plain data: what a worker thread returns. */
export interface SampleColumns {
  readonly width: number;
  readonly count: number;
  readonly features: Float64Array;
  readonly truths: Uint8Array;
  readonly weights: Float64Array;
}

export class Samples implements SampleColumns {
  readonly width: number;
  count = 0;
  /** Row-major, `width` numbers a sample. */
  features: Float64Array;
  truths: Uint8Array;
  weights: Float64Array;

  constructor(width: number, capacity = 256) {
    this.width = width;
    this.features = new Float64Array(width * capacity);
    this.truths = new Uint8Array(capacity);
    this.weights = new Float64Array(capacity);
  }

  add(features: ArrayLike<number>, from: number, truth: boolean, weight: number): void {
    if (this.count === this.truths.length) this.#grow();
    const at = this.count * this.width;
    for (let index = 0; index < this.width; index += 1) this.features[at + index] = features[from + index]!;
    this.truths[this.count] = truth ? 1 : 0;
    this.weights[this.count] = weight;
    this.count += 1;
  }

  /** Takes in all samples of another set of the same width. */
  addAll(other: Omit<SampleColumns, 'width'>): void {
    for (let row = 0; row < other.count; row += 1)
      this.add(other.features, row * this.width, other.truths[row] === 1, other.weights[row]!);
  }

  get positives(): number {
    let sum = 0;
    for (let row = 0; row < this.count; row += 1) sum += this.truths[row]!;
    return sum;
  }

  #grow(): void {
    const features = new Float64Array(this.features.length * 2);
    const truths = new Uint8Array(this.truths.length * 2);
    const weights = new Float64Array(this.weights.length * 2);
    features.set(this.features);
    truths.set(this.truths);
    weights.set(this.weights);
    this.features = features;
    this.truths = truths;
    this.weights = weights;
  }
}
