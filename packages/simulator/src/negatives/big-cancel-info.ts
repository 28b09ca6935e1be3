/** Traders who withdraw a large order because their own side weakens; that somebody just traded opposite is chance. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { AgentGroup, type OwnOrder, type Player } from '#agents/frame/agent-group.ts';
import { hasBothSides, typicalLevel, typicalOrder } from '#agents/frame/book-gauge.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import type { EventReport } from '#engine/event-report.ts';
import { awayStep } from '#flow/book-weights.ts';

const PLACE = 1;
const WITHDRAW = 2;
const GIVE_UP = 3;

interface Informed extends Player {
  readonly side: number;
  readonly size: number;
  readonly rounds: number;
  readonly reactionNs: number;
  order: OwnOrder | null;
  touchTicks: number;
  /** Withdrawals after an opposite trade. */
  coincidences: number;
  made: number;
  firstNs: number;
  leaving: boolean;
}

export class BigCancelInfo extends AgentGroup<Informed> {
  constructor(market: MarketAccess, owner: number, perHour: number) {
    super(market, 'big-cancel-info', owner, perHour);
  }

  protected begin(player: Player): Informed | null {
    const { random } = player;
    if (!hasBothSides(this.market)) return null;
    return {
      ...player,
      side: random.chance(0.5) ? SIDE_BID : SIDE_ASK,
      size: Math.max(2, Math.round(typicalOrder(this.market) * random.logUniform(6, 30))),
      rounds: 1 + random.below(4),
      reactionNs: random.logUniform(3e6, 200e6),
      order: null,
      touchTicks: 0,
      coincidences: 0,
      made: 0,
      firstNs: -1,
      leaving: false,
    };
  }

  protected start(player: Informed): void {
    this.#place(player);
  }

  protected step(player: Informed, kind: number): void {
    if (kind === PLACE) this.#place(player);
    else this.#withdraw(player, kind === WITHDRAW);
  }

  /** The trader leaves when its side has weakened; it looks at the book when anything trades, also when that is opposite. */
  protected override observed(player: Informed, report: EventReport): void {
    if (player.order === null || player.leaving || report.firstSide !== player.side) return;
    const { side, touchTicks } = player;
    const best = this.market.bestTicks(side);
    const nearer = (best - touchTicks) * awayStep(side) > 0;
    const thin = this.market.engine.ladder.sizeAt(side, best) < 0.4 * typicalLevel(this.market);
    if (!nearer && !thin) return;
    player.leaving = true;
    const { random, reactionNs } = player;
    this.planTurn(player, Math.min(300e6, random.logNormal(reactionNs, 0.5)), WITHDRAW);
  }

  protected closed(player: Informed): void {
    this.#judge(player);
  }

  #place(player: Informed): void {
    if (!hasBothSides(this.market)) {
      this.planTurn(player, SECOND_NS, PLACE);
      return;
    }
    const { random, side } = player;
    player.touchTicks = this.market.bestTicks(side);
    player.order = this.enter(
      player,
      side,
      player.touchTicks + awayStep(side) * (1 + random.below(4)),
      player.size,
    );
    player.leaving = false;
    this.planTurn(player, random.logUniform(15, 120) * SECOND_NS, GIVE_UP);
  }

  #withdraw(player: Informed, coincidence: boolean): void {
    if (coincidence && this.rests(player.order)) {
      player.coincidences++;
      if (player.firstNs < 0) player.firstNs = this.market.nowNs;
    }
    this.withdraw(player.order);
    player.order = null;
    player.turn++;
    if (++player.made < player.rounds) {
      this.planTurn(player, player.random.logUniform(3, 40) * SECOND_NS, PLACE);
      return;
    }
    this.leave(player);
    this.#judge(player);
  }

  #judge(player: Informed): void {
    if (player.orders.length === 0) return;
    const shown = player.coincidences > 0;
    this.label(player, {
      type: 'neg',
      sub: 'bigCancelInfo',
      side: player.side,
      evidentNs: shown ? player.firstNs : null,
      params: { size: player.size, coincidences: player.coincidences, rounds: player.made },
      observability: shown ? 'strong' : 'none',
      success: null,
    });
  }
}
