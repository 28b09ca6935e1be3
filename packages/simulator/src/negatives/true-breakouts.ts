/** Not a trap: the price breaks a swing, returns to it a little, and continues. */
import type { Player } from '#agents/frame/agent-group.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import { type Seeker, SwingSeekers } from '#agents/frame/swing-seekers.ts';
import { oppositeSide } from '#engine/match-rounds.ts';
import { labelAtSwing } from './breakout-label.ts';
import type { DirectionalOptions } from './directional-options.ts';

const NAME = 'true-breakout';
const REACH = 0.7;
const APPROACH_SECONDS = 120;
const PHASE_SECONDS = 240;
/** Shares of the usual ten-minute range. */
const CONTINUATION = 0.8;
const FAILED = 0.15;

interface Breakout extends Seeker {
  readonly overshoot: number;
  readonly hasRetest: boolean;
  retestTicks: number;
}

export class TrueBreakouts extends SwingSeekers<Breakout> {
  constructor(market: MarketAccess, options: DirectionalOptions) {
    super(market, NAME, options, REACH);
  }

  protected begin(player: Player): Breakout {
    const { random } = player;
    const overshoot = 0.15 + 0.25 * random.unit();
    return { ...this.seeker(player), overshoot, hasRetest: random.chance(0.8), retestTicks: 0 };
  }

  protected act(breakout: Breakout): number | null {
    const seconds = this.phaseSeconds(breakout);
    const beyond = this.lastBeyond(breakout);
    const { phase, random } = breakout;
    if (seconds > (phase === 'approach' ? APPROACH_SECONDS : PHASE_SECONDS)) return null;
    if (phase !== 'approach' && beyond <= -this.ticksOf(breakout, FAILED, 2)) return null;
    const pause = 0.05 + 0.6 * random.exponential();
    if (phase === 'retest') return this.#retest(breakout, beyond, seconds) + pause;
    this.clip(breakout, breakout.side, 0.8 + seconds / 50);
    if (phase === 'continue') {
      if (beyond < this.ticksOf(breakout, CONTINUATION, 6)) return pause;
      labelAtSwing(this.market, breakout, {
        sub: 'trueBreakout',
        name: NAME,
        fromNs: breakout.brokenNs,
        params: { retest: breakout.hasRetest, retestTicks: breakout.retestTicks },
      });
      return null;
    }
    if (phase === 'approach' && breakout.brokenNs >= 0) this.enterPhase(breakout, 'chase');
    else if (phase === 'chase' && beyond >= this.ticksOf(breakout, breakout.overshoot, 2))
      this.enterPhase(breakout, breakout.hasRetest ? 'retest' : 'continue');
    return pause;
  }

  #retest(breakout: Breakout, beyond: number, seconds: number): number {
    if (beyond <= 1) {
      breakout.retestTicks = beyond;
      this.enterPhase(breakout, 'continue');
    } else this.clip(breakout, oppositeSide(breakout.side), 0.6 + seconds / 60);
    return 0.2;
  }
}
