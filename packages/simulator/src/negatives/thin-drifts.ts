/** Not a stop run: the price drifts through a swing on little volume and meets one or two stops. */
import { SECOND_NS, SIDE_BID } from '@undertow/market';
import type { Player } from '#agents/frame/agent-group.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import { type Seeker, SwingSeekers } from '#agents/frame/swing-seekers.ts';
import type { EventReport } from '#engine/event-report.ts';
import { NO_SLOT } from '#engine/order-store.ts';
import { labelAtSwing } from './breakout-label.ts';
import type { DirectionalOptions } from './directional-options.ts';

const NAME = 'thin-drift';
const REACH = 0.5;
const DRIFT_SECONDS = 420;
/** The drift rests while more than this share of the usual volume trades. */
const QUIET = 1.3;
const STAY_SECONDS = 10;
const RUN_STOPS = 3;
/** Volume that is still thin, in usual volumes, and a distance that is a leap, in usual ranges. */
const THIN = 2;
const LEAP = 0.6;

interface Drift extends Seeker {
  readonly overshoot: number;
  readonly stops: number;
  elected: number;
  placed: boolean;
  volumeBefore: number;
}

export class ThinDrifts extends SwingSeekers<Drift> {
  readonly #owner: number;

  constructor(market: MarketAccess, options: DirectionalOptions) {
    super(market, NAME, options, REACH);
    this.#owner = options.owner;
  }

  protected begin(player: Player): Drift {
    const { random } = player;
    const overshoot = 0.1 + 0.15 * random.unit();
    return {
      ...this.seeker(player),
      overshoot,
      stops: 1 + random.below(2),
      elected: 0,
      placed: false,
      volumeBefore: 0,
    };
  }

  protected override suits(drift: Drift): boolean {
    return this.stopsBeyond(drift, this.ticksOf(drift, 0.5, 4)) === 0;
  }

  protected override observed(drift: Drift, report: EventReport): void {
    if (drift.brokenNs < 0) drift.volumeBefore = this.gauge.volume;
    super.observed(drift, report);
    for (let at = 0; at < report.electedCount; at++)
      if (drift.phase !== 'seeking' && report.electedSide[at] === drift.side) drift.elected++;
  }

  protected act(drift: Drift): number | null {
    if (drift.phase === 'stay') {
      if (this.phaseSeconds(drift) < STAY_SECONDS) return 1;
      if (this.#wasThin(drift))
        labelAtSwing(this.market, drift, {
          sub: 'thinDrift',
          name: NAME,
          fromNs: drift.brokenNs,
          params: { stops: drift.elected },
        });
      return null;
    }
    if (this.phaseSeconds(drift) > DRIFT_SECONDS) return null;
    if (!drift.placed) this.#placeStops(drift);
    if (this.lastBeyond(drift) >= this.ticksOf(drift, drift.overshoot, 2)) this.enterPhase(drift, 'stay');
    else if (this.gauge.tenSeconds < QUIET * 10 * this.gauge.usualPerSecond)
      this.clip(drift, drift.side, 0.5);
    return 0.6 + 2 * drift.random.exponential();
  }

  /** One or two stops, little volume, no leap: otherwise others have made something else of it. */
  #wasThin(drift: Drift): boolean {
    const { market, gauge } = this;
    const seconds = (market.nowNs - drift.brokenNs) / SECOND_NS;
    const usual = (gauge.volume - drift.volumeBefore) / seconds <= THIN * gauge.usualPerSecond;
    const near = this.beyond(drift, drift.extremeTicks) <= this.ticksOf(drift, LEAP, 4);
    return usual && near && drift.elected > 0 && drift.elected < RUN_STOPS;
  }

  #placeStops(drift: Drift): void {
    const step = drift.side === SIDE_BID ? 1 : -1;
    drift.placed = true;
    for (let n = 0; n < drift.stops; n++) {
      const triggerTicks = drift.levelTicks + step * (1 + drift.random.below(2));
      const slot = this.market.addStop({ side: drift.side, triggerTicks, size: 1, owner: this.#owner });
      if (slot === NO_SLOT) return;
    }
  }
}
