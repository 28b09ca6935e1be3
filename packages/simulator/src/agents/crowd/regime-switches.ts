/** The market's hidden state changes: it begins to drift, swings more or less, or its books grow thin. */
import { HOUR_NS } from '@undertow/market';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import type { MarketConditions } from '#flow/market-conditions.ts';
import { log } from '#random/exact-math.ts';
import type { RandomStream } from '#random/random.ts';

const NAME = 'regime';

/** Parts of the conditions in a regime; drift in standard deviations of ten minutes that ten minutes of it move. */
interface Regime {
  readonly name: string;
  readonly pace: number;
  readonly depth: number;
  readonly drift: number;
}

const BALANCED: Regime = { name: 'balanced', pace: 1, depth: 1, drift: 0 };
const REGIMES: readonly Regime[] = [
  { name: 'trend-up', pace: 1.3, depth: 0.9, drift: 1.6 },
  { name: 'trend-down', pace: 1.3, depth: 0.9, drift: -1.6 },
  { name: 'volatile', pace: 2.6, depth: 0.6, drift: 0 },
  { name: 'quiet', pace: 0.5, depth: 1.3, drift: 0 },
  { name: 'thin', pace: 0.9, depth: 0.4, drift: 0 },
];
/** Out of a regime the market mostly returns to balance. */
const RETURNS = 0.6;
const DRIFT_SECONDS = 600;
/** An observer has this long. */
const WATCH_SECONDS = 180;
/**
 * Scatter of what those minutes show against the five before without any switch, measured on 90 sessions: activity
 * comes in bursts and scatters by 0.8 of its logarithm, depth of ten levels by 0.1, of which a switch shows not half by
 * then, since resting orders outlive it.
 */
const PACE_SCATTER = 0.8;
const DEPTH_SCATTER = 0.22;
/** Who looks for one switch in the twenty such spans of an hour needs the logarithm of that before even odds. */
const CLEAR_NATS = 3;

export interface RegimeSwitchesOptions {
  readonly owner: number;
  readonly perHour: number;
}

/**
 * Nats that three minutes after a switch carry about it for an observer who knows both states (Kullback and Leibler
 * 1951): half the squared deviations of pace, depth and drift.
 */
function informationOf(from: Regime, to: Regime): number {
  const pace = log(to.pace / from.pace) / PACE_SCATTER;
  const depth = log(to.depth / from.depth) / DEPTH_SCATTER;
  const drift = (to.drift - from.drift) * Math.sqrt(WATCH_SECONDS / DRIFT_SECONDS);
  return (pace * pace + depth * depth + drift * drift) / 2;
}

/** Switches are shared by the products of a sector. */
export class RegimeSwitches implements Agent {
  readonly #market: MarketAccess;
  readonly #options: RegimeSwitchesOptions;
  readonly #random: RandomStream;
  #regime = BALANCED;
  #serial = 0;

  constructor(market: MarketAccess, options: RegimeSwitchesOptions) {
    this.#market = market;
    this.#options = options;
    this.#random = market.sectorStream(NAME, 0);
    this.#plan();
  }

  wake(): void {
    this.#plan();
    const from = this.#regime;
    this.#regime = this.#next();
    this.#apply(this.#market.conditions);
    this.#label(from);
  }

  onMatch(): void {
    // The state changes with time alone.
  }

  finish(): void {
    // Labels are written at the switch.
  }

  #plan(): void {
    const { owner, perHour } = this.#options;
    if (perHour > 0) this.#market.wakeIn(owner, (this.#random.exponential() * HOUR_NS) / perHour);
  }

  #next(): Regime {
    const returns = this.#random.chance(RETURNS);
    const others = REGIMES.filter((regime) => regime !== this.#regime);
    const other = others[this.#random.below(others.length)]!;
    return returns && this.#regime !== BALANCED ? BALANCED : other;
  }

  #apply(conditions: MarketConditions): void {
    const { pace, depth, drift } = this.#regime;
    conditions.regime.pace = pace;
    conditions.regime.depth = depth;
    const perSecond =
      (this.#market.profile.sigmaTicks * Math.sqrt(conditions.scale)) / Math.sqrt(DRIFT_SECONDS);
    conditions.driftTicks = drift * perSecond;
    conditions.refresh();
  }

  #label(from: Regime): void {
    const market = this.#market;
    const serial = ++this.#serial;
    const now = market.exchangeNs(market.nowNs);
    const { bestBidTicks, bestAskTicks } = market.engine.ladder;
    const { name, pace, depth, drift } = this.#regime;
    const nats = informationOf(from, this.#regime);
    market.onLabel({
      id: `${NAME}-${market.instrumentId}-${serial}`,
      type: 'regime',
      sub: name,
      side: null,
      instrumentId: market.instrumentId,
      t0Ns: now,
      t1Ns: now,
      tEvidentNs: now,
      priceLowTicks: bestBidTicks,
      priceHighTicks: bestAskTicks,
      qty: 0,
      agentIds: [`${NAME}/${serial}`],
      orderIds: [],
      params: { from: from.name, pace, depth, drift, nats: Math.round(nats * 10) / 10 },
      // A slow drift drowns in what the price does by itself: nobody could name the change within minutes.
      observability: nats >= CLEAR_NATS ? 'strong' : 'weak',
      success: null,
    });
  }
}
