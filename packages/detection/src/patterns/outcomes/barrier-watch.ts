/** Bets on which of two prices trades first: how patterns that say where price goes learn whether they were right. */

export interface BarrierBet {
  readonly key: string;
  /** 1 when price is expected to rise. */
  readonly sign: number;
  /** Prices at which the bet is won and lost. */
  readonly winTicks: number;
  readonly loseTicks: number;
  /** Without either by then it is lost. */
  readonly dueMs: number;
}

const MOST = 64;

export class BarrierWatch<Bet extends BarrierBet> {
  private bets: Bet[] = [];
  private readonly settle: (bet: Bet, won: boolean | null, timeMs: number) => void;

  /** `settle` hears each bet once; `won` is null when it was interrupted. */
  constructor(settle: (bet: Bet, won: boolean | null, timeMs: number) => void) {
    this.settle = settle;
  }

  get open(): readonly Bet[] {
    return this.bets;
  }

  add(bet: Bet): void {
    this.bets.push(bet);
  }

  /** Tells the price on the clock. */
  onClock(timeMs: number, lastTicks: number): void {
    let isOver = this.bets.length > MOST;
    for (const bet of this.bets) if (outcomeOf(bet, timeMs, lastTicks) !== undefined) isOver = true;
    if (!isOver) return;
    const { bets } = this;
    this.bets = [];
    bets.forEach((bet, index) => {
      const outcome = index < bets.length - MOST ? null : outcomeOf(bet, timeMs, lastTicks);
      if (outcome === undefined) this.bets.push(bet);
      else this.settle(bet, outcome, timeMs);
    });
  }

  /** The market was lost: what became of the bets will never be known. */
  interrupt(timeMs: number): void {
    const { bets } = this;
    this.bets = [];
    for (const bet of bets) this.settle(bet, null, timeMs);
  }
}

function outcomeOf(bet: BarrierBet, timeMs: number, lastTicks: number): boolean | undefined {
  if ((lastTicks - bet.winTicks) * bet.sign >= 0) return true;
  if ((lastTicks - bet.loseTicks) * bet.sign <= 0) return false;
  return timeMs > bet.dueMs ? false : undefined;
}
