/** Not a stop run: on unscheduled news one new order sweeps through a swing beyond which no stops wait. */
import { SIDE_BID } from '@undertow/market';
import type { Player } from '#agents/frame/agent-group.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import { type Seeker, SwingSeekers } from '#agents/frame/swing-seekers.ts';
import { oppositeSide } from '#engine/match-rounds.ts';
import { labelAtSwing } from './breakout-label.ts';
import type { DirectionalOptions } from './directional-options.ts';

const NAME = 'sweep-news';
const REACH = 0.4;
const WAIT_SECONDS = 180;
const RUN_STOPS = 3;

interface Sweep extends Seeker {
  readonly through: number;
  readonly followers: number;
  sweptNs: number;
  followed: number;
  elected: number;
}

export class SweepNews extends SwingSeekers<Sweep> {
  constructor(market: MarketAccess, options: DirectionalOptions) {
    super(market, NAME, options, REACH);
  }

  protected begin(player: Player): Sweep {
    const { random } = player;
    const through = 0.12 + 0.25 * random.unit();
    const followers = 2 + random.below(9);
    return { ...this.seeker(player), through, followers, sweptNs: -1, followed: 0, elected: 0 };
  }

  protected override suits(sweep: Sweep): boolean {
    return this.stopsBeyond(sweep, this.ticksOf(sweep, sweep.through, 2) + 2) < RUN_STOPS;
  }

  protected act(sweep: Sweep): number | null {
    if (sweep.sweptNs >= 0) return this.#follow(sweep);
    const before = -this.lastBeyond(sweep);
    if (before <= 0 || this.phaseSeconds(sweep) > WAIT_SECONDS || !this.suits(sweep)) return null;
    // The news comes when the price is near; until then it is hidden.
    if (before > this.ticksOf(sweep, 0.2, 3)) return 0.5 + sweep.random.unit();
    this.#sweep(sweep);
    return 0.05 + 0.3 * sweep.random.exponential();
  }

  #sweep(sweep: Sweep): void {
    const { market } = this;
    const against = oppositeSide(sweep.side);
    const step = sweep.side === SIDE_BID ? 1 : -1;
    const last = sweep.levelTicks + step * this.ticksOf(sweep, sweep.through, 2);
    const best = market.bestTicks(against);
    const reach = (last - best) * step;
    let size = 1;
    for (let k = 0; k <= reach; k++) size += market.engine.ladder.sizeAt(against, best + k * step);
    const id = market.engine.nextOrderId;
    sweep.sweptNs = market.nowNs;
    const traded = market.take(sweep.side, Math.max(0, reach), size);
    if (traded === 0) return;
    sweep.elected = market.engine.report.electedCount;
    sweep.taken += traded;
    sweep.takerIds.push(String(id));
  }

  /** Others read the same news a moment later. */
  #follow(sweep: Sweep): number | null {
    if (sweep.followed++ < sweep.followers) {
      this.clip(sweep, sweep.side, 1.2);
      return 0.05 + 0.6 * sweep.random.exponential();
    }
    // Where enough stops went off it was a run after all.
    if (sweep.brokenNs >= 0 && sweep.elected < RUN_STOPS)
      labelAtSwing(this.market, sweep, {
        sub: 'sweepNews',
        name: NAME,
        fromNs: sweep.sweptNs,
        params: { stops: sweep.elected },
      });
    return null;
  }
}
