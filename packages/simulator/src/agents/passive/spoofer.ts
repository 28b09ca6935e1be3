/** What is kept of one spoofer while they work. */
import { SECOND_NS } from '@undertow/market';
import type { OwnOrder, Player } from '#agents/frame/agent-group.ts';
import type { SpoofSequence } from './spoof-sequence.ts';
import type { SpoofStyle } from './spoof-style.ts';

export interface Spoofer extends Player, SpoofStyle {
  readonly layers: number;
  readonly genuineSize: number;
  readonly attempts: number;
  readonly chases: boolean;
  readonly flips: boolean;
  /** Share of the genuine leg whose execution is enough. */
  readonly needs: number;
  sequence: SpoofSequence;
  sequences: number;
  made: number;
  genuine: OwnOrder | null;
  posture: OwnOrder[];
  watches: number;
  clipsLeft: number;
  clipEveryNs: number;
  pulling: boolean;
  /** Times the posture has followed the price. */
  followed: number;
}

const MIN_REACTION_NS = 1e6;
const MAX_REACTION_NS = 300e6;
/** Adaptive spoofers leave their orders longer, so that no rule on milliseconds finds them. */
const MAX_ADAPTIVE_REACTION_NS = 3 * SECOND_NS;
/** A posture that followed the price so often was seen to do so. */
const EVIDENT_MOVES = 5;

/**
 * Whether the posture has done its work: enough of the genuine order has traded, the taker comes now, or it pressed on the
 * price wherever that went.
 */
export function hasWorked({ takes, genuine, needs, isPegged, followed }: Spoofer): boolean {
  if (isPegged) return followed >= EVIDENT_MOVES;
  return takes || (genuine !== null && genuine.filled >= needs * genuine.size);
}

/** How long the posture stays at most, nanoseconds. */
export function postureLife({ random, life: { low, high } }: Spoofer, isStyled: boolean): number {
  const median = isStyled ? Math.sqrt(low * high) : 1.6 * SECOND_NS;
  return Math.min(high, Math.max(low, random.logNormal(median, 0.8)));
}

/** Contracts of the next layer of a posture of `whole` contracts, unevenly divided. */
export function layerSize({ random, layers, unevenness }: Spoofer, whole: number): number {
  const share = (whole / layers) * (1 - unevenness + 2 * unevenness * random.unit());
  return Math.max(1, Math.round(share * (layers > 1 ? 1.3 : 1)));
}

/** Ticks by which the posture moves away from the best price, which is `distance` ticks from its nearest order. */
export function chaseShift({ layers, farTicks }: Spoofer, distance: number): number {
  const wanted = layers > 1 ? 1 + (farTicks % 2) : farTicks;
  if (distance <= 0) return 1;
  return distance > wanted + 1 ? wanted - distance : 0;
}

/** From the fill to the first withdrawal, nanoseconds. */
export function reactionTime({ random, medianReactionNs }: Spoofer, isSlow: boolean): number {
  const slowest = isSlow ? MAX_ADAPTIVE_REACTION_NS : MAX_REACTION_NS;
  return Math.min(slowest, Math.max(MIN_REACTION_NS, random.logNormal(medianReactionNs, 0.6)));
}
