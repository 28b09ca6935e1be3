/**
 * What withdrawals of large size usually look like in this market: what one of them shows against that, and what it
 * shows when two of them look the same.
 *
 * The parts of a fingerprint are counted separately, so that a rare combination of ordinary parts is known soon. Every law
 * of the trader that shows size to be seen is broad: public cases and the literature bound it, nothing fixes it.
 */
import { MINUTE_MS } from '@undertow/market';
import { bounded, Shares } from './spoofing-shares.ts';

/** Sizes in quarters of a power of two, from two octaves below what is large. */
const PER_OCTAVE = 4;
const SIZES = 32;
const SIZE_ZERO = 8;
/** Ticks behind the best price, orders of a posture, resting times in powers of two of milliseconds. */
const DISTANCES = 24;
const LAYERS = 17;
const AGES = 18;
/** Times it was moved, in powers of two. */
const MOVES = 8;
/** Sizes of genuine orders: one bit each. */
const GENUINE = 31;
/** Size that is shown to be seen rests log-normally around this. */
const SHOWN_MEDIAN_MS = 1200;
const SHOWN_SPREAD = 1.1;
/** By machine it may rest for milliseconds, and where it follows the price for minutes. */
const SHOWN_ANY_TIME = 0.05;
/** It gives up the rest of its genuine order at the same moment this often. */
const GIVES_UP = 0.15;
/** Single orders and layers, of each side. */
const KINDS = 4;
/** What is usual halves in 30 minutes. */
const MEAN_LIFE_MS = (30 * MINUTE_MS) / Math.LN2;
const FADE_EVERY_MS = 10_000;
/** Before anything was seen: so many withdrawals in so long a time, spread evenly over each part. */
const PRIOR = 8;
const PRIOR_GENUINE = 20;
const PRIOR_GIVEN_UP = 30;
const USUALLY_GIVEN_UP = 0.02;
const PRIOR_MS = 4 * MINUTE_MS;
/** A trader who repeats themselves returns within about this time, this often. */
const RETURN_MS = 20_000;
const RETURNS = 0.7;
/**
 * It keeps each part of what it does this often; a like size within this many octaves, a like delay within a factor.
 */
const KEEPS_SIZE = 0.7;
const LIKE_SIZE = 0.13;
const KEEPS_DISTANCE = 0.6;
const KEEPS_LAYERS = 0.7;
const KEEPS_GENUINE = 0.65;
const KEEPS_DELAY = 0.7;
const LIKE_DELAY = 0.85;

export interface Fingerprint {
  side: number;
  /** Orders of a layered posture, else 1. */
  layers: number;
  /** Powers of two of contracts. */
  logSize: number;
  /** Whole ticks behind the best price when it was placed. */
  distance: number;
  /** Sizes of small opposite orders that were filled to their end before it, as bits. */
  doneSizes: number;
  /** From the last of them to the withdrawal, milliseconds; Infinity without one. */
  doneLagMs: number;
}

/** What one withdrawal shows beside its fingerprint. */
export interface Behaviour {
  /** Octaves by which it is larger than what is large. */
  excess: number;
  restedMs: number;
  /** Since its last move. */
  stillMs: number;
  moves: number;
  /** The rest of a partly filled opposite order was given up at the same moment. */
  gaveUp: boolean;
  /** Share of the delays of answers that fall where this one does, for each factor e. */
  delayDensity: number;
}

/** What a withdrawal shows by itself: logarithms of likelihood ratios. */
export interface OwnEvidence {
  size: number;
  distance: number;
  rest: number;
  chase: number;
  remainder: number;
}

/** What it shows that it looks like another one: logarithms of likelihood ratios, and their sum. */
export interface Likeness {
  soon: number;
  size: number;
  distance: number;
  layers: number;
  genuine: number;
  delay: number;
  total: number;
}

/** Counts of one kind of posture. */
class Kind {
  readonly sizes = new Shares(SIZES, PRIOR);
  readonly distances = new Shares(DISTANCES, PRIOR);
  readonly layers = new Shares(LAYERS, PRIOR);
  readonly ages = new Shares(AGES, PRIOR);
  readonly moves = new Shares(MOVES, PRIOR);
  readonly genuine = new Shares(GENUINE, PRIOR_GENUINE);
  readonly givenUp = new Shares(1, PRIOR_GIVEN_UP, USUALLY_GIVEN_UP);
  readonly all = [this.sizes, this.distances, this.layers, this.ages, this.moves, this.genuine, this.givenUp];
}

export class WithdrawalBaseline {
  readonly #kinds = Array.from({ length: KINDS }, () => new Kind());
  #watchedMs = 0;
  #fadedMs = Number.NaN;

  record(seen: Fingerprint, behaviour: Behaviour): void {
    const kind = this.#kindOf(seen);
    kind.sizes.add(sizeBin(behaviour.excess));
    kind.distances.add(distanceBin(seen.distance));
    kind.layers.add(layerBin(seen.layers));
    kind.ages.add(ageBin(behaviour.restedMs));
    kind.moves.add(moveBin(behaviour.moves));
    kind.givenUp.addIf(0, behaviour.gaveUp);
    if (seen.doneSizes !== 0) kind.genuine.addBits(seen.doneSizes);
  }

  /** Time passed: the past weighs less. */
  advance(timeMs: number): void {
    if (Number.isNaN(this.#fadedMs)) this.#fadedMs = timeMs;
    const passed = timeMs - this.#fadedMs;
    if (passed < FADE_EVERY_MS) return;
    const share = Math.exp(-passed / MEAN_LIFE_MS);
    for (const kind of this.#kinds) for (const shares of kind.all) shares.fade(share);
    this.#watchedMs = this.#watchedMs * share + passed;
    this.#fadedMs = timeMs;
  }

  /** What its size, its place, its resting time and the remainder show by themselves. */
  measure(seen: Fingerprint, behaviour: Behaviour, into: OwnEvidence): void {
    const kind = this.#kindOf(seen);
    const size = sizeBin(behaviour.excess);
    const distance = distanceBin(seen.distance);
    const age = ageBin(behaviour.restedMs);
    into.size = bounded(Math.log(SHOWN_SIZES[size]! / kind.sizes.of(size)));
    into.distance = bounded(Math.log(SHOWN_DISTANCES[distance]! / kind.distances.of(distance)));
    const moves = moveBin(behaviour.moves);
    into.chase = bounded(Math.log(SHOWN_MOVES[moves]! / kind.moves.of(moves)));
    into.rest = bounded(Math.log(SHOWN_AGES[age]! / kind.ages.of(age)));
    const usual = kind.givenUp.of(0);
    // Where nothing was given up the usual share is next to nothing: a constant, or it would show how long one has
    // watched.
    into.remainder = bounded(Math.log(behaviour.gaveUp ? GIVES_UP / usual : 1 - GIVES_UP));
  }

  /** Evidence that a posture is of the trader whose last one was withdrawn `gapMs` ago. */
  compare(last: Fingerprint, seen: Fingerprint, behaviour: Behaviour, gapMs: number, into: Likeness): void {
    const kind = this.#kindOf(seen);
    const rate = (kind.sizes.total + PRIOR) / (this.#watchedMs + PRIOR_MS);
    // As many others came in between: each might be mistaken for this trader.
    const returning = Math.exp(-gapMs / RETURN_MS) / RETURN_MS / (rate * (1 + rate * RETURN_MS));
    into.soon = mixed(RETURNS, returning);
    const size = sizeBin(behaviour.excess);
    const near = (kind.sizes.of(size - 1) + kind.sizes.of(size) + kind.sizes.of(size + 1)) / 3;
    // A contract more or less is no other size.
    const spread = Math.hypot(LIKE_SIZE, (0.4 / Math.LN2) * 2 ** -seen.logSize);
    into.size = mixed(KEEPS_SIZE, normal(seen.logSize - last.logSize, spread) / (near * PER_OCTAVE));
    into.distance = distanceRatio(last, seen, kind);
    into.layers = layersRatio(last, seen, kind);
    into.genuine = genuineRatio(last, seen, kind);
    const isAnswer =
      last.doneLagMs !== Number.POSITIVE_INFINITY && seen.doneLagMs !== Number.POSITIVE_INFINITY;
    const apart = Math.log(Math.max(0.5, seen.doneLagMs) / Math.max(0.5, last.doneLagMs));
    into.delay = isAnswer ? mixed(KEEPS_DELAY, normal(apart, LIKE_DELAY) / behaviour.delayDensity) : 0;
    into.total = into.soon + into.size + into.distance + into.layers + into.genuine + into.delay;
  }

  #kindOf({ side, layers }: Fingerprint): Kind {
    return this.#kinds[(side & 1) * 2 + (layers >= 3 ? 1 : 0)]!;
  }
}

function distanceRatio(last: Fingerprint, seen: Fingerprint, kind: Kind): number {
  const apart = Math.abs(seen.distance - last.distance);
  // Next to it is evidence of neither.
  if (apart === 1) return 0;
  return mixed(KEEPS_DISTANCE, apart === 0 ? 1 / kind.distances.of(distanceBin(seen.distance)) : 0);
}

function layersRatio(last: Fingerprint, seen: Fingerprint, kind: Kind): number {
  if (seen.layers < 3) return 0;
  return mixed(KEEPS_LAYERS, seen.layers === last.layers ? 1 / kind.layers.of(layerBin(seen.layers)) : 0);
}

/** Small orders of the same size were filled before both: the rarest of them weighs the most. */
function genuineRatio(last: Fingerprint, seen: Fingerprint, kind: Kind): number {
  if (seen.doneSizes === 0 || last.doneSizes === 0) return 0;
  const common = seen.doneSizes & last.doneSizes;
  let rarest = Number.POSITIVE_INFINITY;
  for (let bit = 0; bit < GENUINE; bit += 1)
    if (((common >> bit) & 1) === 1) rarest = Math.min(rarest, kind.genuine.of(bit));
  return mixed(KEEPS_GENUINE, 1 / Math.max(rarest, 1e-3));
}

/** Logarithm of a likelihood ratio that holds this often and is neutral otherwise. */
const mixed = (often: number, ratio: number): number => Math.log(often * ratio + 1 - often);

const normal = (away: number, spread: number): number =>
  Math.exp(-((away / spread) ** 2) / 2) / (spread * Math.sqrt(2 * Math.PI));

const within = (bin: number, bins: number): number => Math.min(bins - 1, Math.max(0, bin));
const sizeBin = (excess: number): number => within(Math.round(excess * PER_OCTAVE) + SIZE_ZERO, SIZES);
const distanceBin = (ticks: number): number => within(Math.floor(ticks), DISTANCES);
const layerBin = (layers: number): number => within(layers, LAYERS);
const ageBin = (restedMs: number): number => within(Math.round(Math.log2(Math.max(1, restedMs))), AGES);
const moveBin = (moves: number): number => within(Math.round(Math.log2(1 + moves)), MOVES);

function law(bins: number, weight: (bin: number) => number): readonly number[] {
  const weights = Array.from({ length: bins }, (_, bin) => weight(bin));
  const total = weights.reduce((sum, each) => sum + each, 0);
  return weights.map((each) => each / total);
}

/** Chances for size that is shown to be seen: larger than what is large, up to six times and more. */
const SHOWN_SIZES = law(SIZES, (bin) =>
  bin < SIZE_ZERO ? 0.02 : bin <= SIZE_ZERO + 2.5 * PER_OCTAVE ? 1 : 0.5,
);
/**
 * Behind the best price, where it will not trade, yet near enough to be seen (Fabre & Challet 2025: distance is
 * essential).
 */
const SHOWN_DISTANCES = law(DISTANCES, (ticks) => (ticks === 0 || ticks > 10 ? 0.05 : ticks <= 6 ? 1 : 0.3));
const SHOWN_AGES = law(AGES, (bin) => {
  const away = (bin * Math.LN2 - Math.log(SHOWN_MEDIAN_MS)) / SHOWN_SPREAD;
  return Math.exp((-away * away) / 2) + SHOWN_ANY_TIME;
});
/** Most stay where they are placed; who presses on the price follows it, however often it moves. */
const SHOWN_MOVES = law(MOVES, (bin) => (bin === 0 ? 6 : 1));
