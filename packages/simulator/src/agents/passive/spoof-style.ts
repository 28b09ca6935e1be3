/** How a spoofer works: by machine or by hand, where its posture is, and how its attempt ends. */
import { SECOND_NS } from '@undertow/market';
import type { AgentStyle } from '#ground-truth/agent-styles.ts';
import type { RandomStream } from '#random/random.ts';

export interface SpoofStyle {
  /** Ticks from the best price to the first order of the posture. */
  readonly farTicks: number;
  /** Contracts of the posture in usual orders. */
  readonly multiple: number;
  readonly medianReactionNs: number;
  /** Bounds of the life of a posture, nanoseconds. */
  readonly life: { readonly low: number; readonly high: number };
  /** Has no genuine order at rest: trades against those who followed, as a taker, when the posture is gone. */
  readonly takes: boolean;
  /** Share by which the orders of one posture differ in size. */
  readonly unevenness: number;
  /** Its posture follows the price for minutes. */
  readonly isPegged: boolean;
}

const HANDS = 0.5;
const TAKERS = 0.25;
const PEGGED = 0.12;
const SPLITS = 0.2;
const AT_TOUCH = 0.3;
const NEAR = 0.75;
const HAND = {
  reaction: { low: 0.25 * SECOND_NS, high: 3 * SECOND_NS },
  life: { low: 2 * SECOND_NS, high: 60 * SECOND_NS },
};
const MACHINE = {
  reaction: { low: 1e6, high: 20e6 },
  life: { low: 0.2 * SECOND_NS, high: 2 * SECOND_NS },
};
const PEGGED_LIFE = { low: 60 * SECOND_NS, high: 900 * SECOND_NS };
/** Sizes of layers differ by this where they are not split on purpose. */
export const LAYER_UNEVENNESS = 0.08;
const SPLIT_UNEVENNESS = 0.5;
/** Postures of the public cases: eleven times the genuine order, or half or twice that. */
const MULTIPLE = 11;

/** By what sets it apart most: how long it follows the price, how it ends, then whose hand it is. */
export function spoofStyleName({ isPegged, takes, medianReactionNs }: SpoofStyle): AgentStyle {
  if (isPegged) return 'spoofing/pegged';
  if (takes) return 'spoofing/taking';
  return medianReactionNs >= HAND.reaction.low ? 'spoofing/hand' : 'spoofing/machine';
}

/** As in the public cases of other markets (worlds, section 3). */
export function drawSpoofStyle(random: RandomStream): SpoofStyle {
  const { reaction, life } = random.chance(HANDS) ? HAND : MACHINE;
  const place = random.unit();
  const farTicks = place < AT_TOUCH ? 0 : place < NEAR ? 1 + random.below(3) : 3 + random.below(6);
  const isPegged = random.chance(PEGGED);
  return {
    farTicks: isPegged ? Math.max(1, farTicks) : farTicks,
    multiple: random.logNormal(MULTIPLE, Math.LN2),
    medianReactionNs: random.logUniform(reaction.low, reaction.high),
    life: isPegged ? PEGGED_LIFE : life,
    takes: random.chance(TAKERS),
    unevenness: random.chance(SPLITS) ? SPLIT_UNEVENNESS : LAYER_UNEVENNESS,
    isPegged,
  };
}
