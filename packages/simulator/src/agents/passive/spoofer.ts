/** What is kept of one spoofer while they work. */
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
}

/** Whether the posture has done its work: enough of the genuine order has traded, or the taker comes now. */
export function hasWorked({ takes, genuine, needs }: Spoofer): boolean {
  return takes || (genuine !== null && genuine.filled >= needs * genuine.size);
}
