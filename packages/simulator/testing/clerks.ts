/** Traders of an `AgentGroup` who do what a test says, and keep what they are told. */
import { SECOND_NS, SIDE_BID } from '@undertow/market';
import { AgentGroup, type OwnOrder, type Player, type Truth } from '#agents/frame/agent-group.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import { AgentMarket } from './agent-market.ts';

export const CLERK = 'clerk';

export class Clerks extends AgentGroup<Player> {
  readonly begun: Player[] = [];
  readonly steps: (readonly [serial: number, kind: number, atNs: number])[] = [];
  readonly fills: (readonly [order: OwnOrder, filled: number, done: boolean])[] = [];
  /** Serial numbers of those who were told of a match event, and of those whom the session's end met. */
  readonly observations: number[] = [];
  readonly closes: number[] = [];
  refuses = false;

  constructor(market: MarketAccess, owner: number, perHour: number, hoursBefore = 0) {
    super(market, CLERK, owner, perHour, hoursBefore);
  }

  protected begin(player: Player): Player | null {
    return this.refuses ? null : player;
  }

  protected start(player: Player): void {
    this.begun.push(player);
  }

  protected step(player: Player, kind: number): void {
    this.steps.push([player.serial, kind, this.market.nowNs]);
  }

  protected closed(player: Player): void {
    this.closes.push(player.serial);
  }

  protected override filled(_player: Player, order: OwnOrder): void {
    this.fills.push([order, order.filled, order.done]);
  }

  protected override observed({ serial }: Player): void {
    this.observations.push(serial);
  }

  later(player: Player, seconds: number, kind: number, inTurn = false): void {
    if (inTurn) this.planTurn(player, seconds * SECOND_NS, kind);
    else this.plan(player, seconds * SECOND_NS, kind);
  }

  /** Enters an order that must rest. */
  rest(player: Player, side: number, priceTicks: number, size: number, display = 0): OwnOrder {
    const order = this.attempt(player, side, priceTicks, size, display);
    if (order === null) throw new Error(`expected ${size} to rest at ${priceTicks}`);
    return order;
  }

  attempt(player: Player, side: number, priceTicks: number, size: number, display = 0): OwnOrder | null {
    return this.enter(player, side, priceTicks, size, display);
  }

  isResting(order: OwnOrder | null): boolean {
    return this.rests(order);
  }

  cancel(order: OwnOrder | null): void {
    this.withdraw(order);
  }

  shift(order: OwnOrder, priceTicks: number): void {
    this.move(order, priceTicks);
  }

  go(player: Player): void {
    this.leave(player);
  }

  write(player: Player, truth: Partial<Truth> = {}): void {
    this.label(player, {
      type: 'neg',
      sub: 'pull',
      side: SIDE_BID,
      evidentNs: null,
      params: {},
      observability: 'none',
      success: null,
      ...truth,
    });
  }

  writeNative(player: Player, order: OwnOrder, toNs: number): void {
    this.labelNative(player, order, toNs);
  }
}

export interface OneClerk {
  readonly exchange: AgentMarket;
  readonly clerks: Clerks;
  readonly player: Player;
}

/** A market in which one trader of the kind has arrived. */
export function withClerk(seed = 1): OneClerk {
  const exchange = new AgentMarket(seed);
  const clerks = exchange.install((market, owner) => new Clerks(market, owner, 1), 1);
  exchange.runUntil(() => clerks.begun.length === 1);
  const [player] = clerks.begun;
  if (player === undefined) throw new Error('nobody has arrived');
  return { exchange, clerks, player };
}
