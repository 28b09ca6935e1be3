/** A price where buyers and sellers meet in numbers: huge volume both ways, refilled by everybody, defended by nobody. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { AgentGroup, type Player } from '#agents/frame/agent-group.ts';
import { depthOf, hasBothSides } from '#agents/frame/book-gauge.ts';
import { ordinaryClips, ordinaryOrders } from '#agents/frame/draws.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import type { EventReport } from '#engine/event-report.ts';
import { awayStep } from '#flow/book-weights.ts';
import type { SizeLaw } from '#flow/size-law.ts';

const TAKE = 1;
const ADD = 2;

/** The crowd's owner number: what it enters here it may also withdraw. */
const NOBODY = 0;

interface Churn extends Player {
  readonly centreTicks: number;
  readonly everyNs: number;
  readonly depth: number;
  clipsLeft: number;
  volume: number;
  evidentNs: number;
  lowTicks: number;
  highTicks: number;
}

export class Churns extends AgentGroup<Churn> {
  readonly #clips: SizeLaw;
  readonly #sizes: SizeLaw;

  constructor(market: MarketAccess, owner: number, perHour: number) {
    super(market, 'churn', owner, perHour);
    this.#clips = ordinaryClips(market);
    this.#sizes = ordinaryOrders(market);
  }

  protected begin(player: Player): Churn | null {
    const { random } = player;
    if (!hasBothSides(this.market)) return null;
    const depth = Math.max(5, depthOf(this.market, SIDE_BID, 5));
    const volume = depth * random.logUniform(3, 10);
    // Every clip of theirs draws others in, so that they need to bring a part of the volume only.
    const clips = Math.max(10, Math.round((0.4 * volume) / this.#clips.mean));
    const mid = this.market.midTicks();
    return {
      ...player,
      centreTicks: mid,
      everyNs: (random.logUniform(15, 80) * SECOND_NS) / clips,
      depth,
      clipsLeft: clips,
      volume: 0,
      evidentNs: -1,
      lowTicks: Math.floor(mid),
      highTicks: Math.ceil(mid),
    };
  }

  protected start(player: Churn): void {
    this.plan(player, 1, TAKE);
    this.plan(player, 1, ADD);
  }

  protected step(player: Churn, kind: number): void {
    if (kind === TAKE) this.#take(player);
    else this.#add(player);
  }

  protected override observed(player: Churn, report: EventReport): void {
    player.volume += report.buyVolume + report.sellVolume;
    player.lowTicks = Math.min(player.lowTicks, report.lastTradeTicks);
    player.highTicks = Math.max(player.highTicks, report.lastTradeTicks);
    if (player.evidentNs < 0 && player.volume >= 2 * player.depth) player.evidentNs = report.timeNs;
  }

  protected closed(player: Churn): void {
    this.#judge(player);
  }

  /** Either side takes; the further the price is from where they meet, the likelier it is brought back. */
  #take(player: Churn): void {
    if (player.clipsLeft-- <= 0) {
      this.leave(player);
      this.#judge(player);
      return;
    }
    const { random } = player;
    const off = this.market.midTicks() - player.centreTicks;
    const buys = random.chance(0.5 - Math.max(-0.45, Math.min(0.45, 0.2 * off)));
    if (hasBothSides(this.market)) this.market.take(buys ? SIDE_BID : SIDE_ASK, 0, this.#clips.draw(random));
    this.plan(player, player.everyNs * random.exponential(), TAKE);
  }

  /** Somebody of the crowd joins the best price of either side. */
  #add(player: Churn): void {
    const { random } = player;
    const side = random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    const price = this.market.bestTicks(side) + awayStep(side) * (random.chance(0.75) ? 0 : 1);
    if (hasBothSides(this.market) && !this.market.engine.crosses(side, price))
      this.market.addLimit(NOBODY, side, price, this.#sizes.draw(random), 0);
    this.plan(player, (player.everyNs * random.exponential() * this.#sizes.mean) / this.#clips.mean, ADD);
  }

  #judge(player: Churn): void {
    this.label(player, {
      type: 'neg',
      sub: 'churn',
      side: null,
      evidentNs: player.evidentNs >= 0 ? player.evidentNs : null,
      lowTicks: player.lowTicks,
      highTicks: player.highTicks,
      params: { volume: player.volume, depth5: player.depth },
      observability: player.evidentNs >= 0 ? 'strong' : 'none',
      success: null,
    });
  }
}
