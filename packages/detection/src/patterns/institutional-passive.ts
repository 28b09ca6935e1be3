/** What rests and comes back: hidden tranches and equal slices of each side, as far as the feed shows them. */
import { type MatchEvent, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { HiddenKin } from './institutional-kin.ts';
import { MINUTES, minutesSet } from './institutional-minutes.ts';
import { SliceFlow } from './institutional-slices.ts';

/** Seconds after which contracts have faded to a third. */
const FADE_SECONDS = 200;
const KEEP = Math.exp(-1 / FADE_SECONDS);

export class PassiveFlow {
  /** Fading contracts by side, bid first. */
  private readonly hidden = new Float64Array(2);
  readonly slices = new SliceFlow();
  private readonly kin = [new HiddenKin(), new HiddenKin()] as const;
  private traded = 0;
  /** Minutes with hidden tranches, by side. */
  private readonly hiddenMinutes = new Int32Array(2);
  /** Contracts since the start, for what a programme has executed. */
  private readonly total = new Float64Array(2);

  /** Share of the volume that hidden tranches of a side traded. */
  hiddenShare(side: number): number {
    return (this.hidden[indexOf(side)] as number) / (this.traded + 1);
  }

  sliceShare(side: number): number {
    return this.slices.contractsOf(side) / (this.traded + 1);
  }

  /** -1 to 1: how much more of it a side has than the other. */
  hiddenLean(side: number): number {
    const index = indexOf(side);
    return lean(this.hidden[index] as number, this.hidden[1 - index] as number, this.traded);
  }

  sliceLean(side: number): number {
    const other = side === SIDE_BID ? SIDE_ASK : SIDE_BID;
    return lean(this.slices.contractsOf(side), this.slices.contractsOf(other), this.traded);
  }

  /** Share of the last minutes in which a side had hidden tranches, less the other's: a programme goes on. */
  hiddenPersistence(side: number): number {
    return persistence(this.hiddenMinutes, indexOf(side));
  }

  /** Hidden orders of one size beyond the first that a side had lately, less the other side's, as logarithms. */
  kinLean(side: number): number {
    const index = indexOf(side);
    const own = Math.log1p(Math.max(0, this.kin[index].most - 1));
    return own - Math.log1p(Math.max(0, this.kin[index === 0 ? 1 : 0].most - 1));
  }

  /** Hidden and sliced contracts of a side since the beginning. */
  totalOf(side: number): number {
    return (this.total[indexOf(side)] as number) + this.slices.totalOf(side);
  }

  everySecond(): void {
    this.hidden[0] = (this.hidden[0] as number) * KEEP;
    this.hidden[1] = (this.hidden[1] as number) * KEEP;
    this.slices.everySecond();
    this.traded *= KEEP;
    for (const kin of this.kin) kin.everySecond();
  }

  everyMinute(): void {
    this.hiddenMinutes[0] = (this.hiddenMinutes[0] as number) << 1;
    this.hiddenMinutes[1] = (this.hiddenMinutes[1] as number) << 1;
  }

  readTrades(event: MatchEvent): void {
    const { touched } = event;
    for (let row = 0; row < touched.count; row += 1) this.traded += touched.traded[row] as number;
  }

  /** Fills of single orders (L3). */
  readFills(event: MatchEvent): void {
    const { fills } = event;
    for (let fill = 0; fill < fills.count; fill += 1) {
      const before = fills.displayedBefore[fill] as number;
      if (before < 0) continue;
      const size = fills.size[fill] as number;
      const side = fills.side[fill] as number;
      const back = (fills.displayedAfter[fill] as number) + size - before;
      if (back > 0 && fills.priceAfterTicks[fill] === fills.priceTicks[fill])
        this.addHidden(side, back, fills.orderLo[fill] as number);
    }
  }

  /** What levels show beyond what they can (L2S). */
  readLevels(event: MatchEvent): void {
    const { touched } = event;
    for (let row = 0; row < touched.count; row += 1) {
      const before = touched.before[row] as number;
      const back = (touched.after[row] as number) - before + (touched.traded[row] as number);
      if (before > 0 && back > 0)
        this.addHidden(touched.side[row] as number, back, touched.priceTicks[row] as number);
    }
  }

  private addHidden(side: number, contracts: number, key: number): void {
    const index = indexOf(side);
    this.kin[index].add(contracts, key);
    this.hidden[index] = (this.hidden[index] as number) + contracts;
    this.hiddenMinutes[index] = (this.hiddenMinutes[index] as number) | 1;
    this.total[index] = (this.total[index] as number) + contracts;
  }
}

function indexOf(side: number): 0 | 1 {
  return side === SIDE_BID ? 0 : 1;
}

/** A hundredth of the volume on both sides stands for nothing seen. */
function lean(own: number, other: number, traded: number): number {
  return (own - other) / (own + other + 0.01 * traded + 1);
}

function persistence(minutes: Int32Array, index: 0 | 1): number {
  return (minutesSet(minutes[index] as number) - minutesSet(minutes[1 - index] as number)) / MINUTES;
}
