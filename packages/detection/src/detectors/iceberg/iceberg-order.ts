/** One iceberg under observation: what was seen of it, and the display size that its refills decode to. */
import { joinNs, type MatchEvent, orderIdString } from '@undertow/market';

/** Refills kept as evidence; later ones are only counted. */
const MAX_REFILLS = 256;
const MAX_PRICES = 32;

/** One refill or final hidden tranche, as evidence. */
export interface Refill {
  readonly [key: string]: string | number | boolean;
  readonly timeNs: string;
  readonly priceTicks: number;
  /** Contracts executed in the match event. */
  readonly filled: number;
  /** Contracts that came from the hidden part: displayed after + filled - displayed before. */
  readonly hidden: number;
  readonly shownBefore: number;
  readonly shownAfter: number;
}

export type IcebergOutcome = 'working' | 'completed' | 'cancelled' | 'interrupted';

/** The rules of raising, as they were at that instant. */
export interface RaisedOn {
  readonly contracts: number;
  readonly neededContracts: number;
  readonly tranches: number;
  readonly neededTranches: number;
}

interface IcebergStart {
  readonly side: number;
  readonly priceTicks: number;
  readonly timeNs: bigint;
  readonly keyHi: number;
  readonly keyLo: number;
  readonly orderId: string | null;
}

/** What an iceberg under observation holds, as `IcebergOrder.save` copies it; only `IcebergOrder.restored` reads it. */
export interface IcebergState extends IcebergStart {
  readonly refills: readonly Refill[];
  readonly pricePath: readonly PriceStep[];
  readonly divisor: number;
  readonly shownMost: number;
}

interface PriceStep {
  readonly [key: string]: string | number;
  readonly timeNs: string;
  readonly priceTicks: number;
}

export class IcebergOrder {
  readonly side: number;
  readonly startNs: bigint;
  readonly startPriceTicks: number;
  /** Key of its episode: order id on L3, side and price on L2S. */
  readonly keyHi: number;
  readonly keyLo: number;
  /** Decimal order id; null on feeds without orders. */
  readonly orderId: string | null;
  priceTicks: number;
  lastNs: bigint;
  lastMs: number;
  /** Contracts executed since it was first seen to be an iceberg; on L2S the hidden ones only. */
  executed = 0;
  hiddenSeen = 0;
  /** Match events in which it refilled. */
  refillEvents = 0;
  outcome: IcebergOutcome = 'working';
  degraded = false;
  /** What was measured and needed when it was raised; null before. */
  raised: RaisedOn | null = null;
  /** What was measured when it was reported as a fact too small to raise; null before. */
  minor: RaisedOn | null = null;
  expired = false;
  detectedNs = 0n;
  readonly refills: Refill[] = [];
  readonly pricePath: PriceStep[] = [];
  #divisor = 0;
  #shownMost = 0;

  constructor(start: IcebergStart) {
    this.side = start.side;
    this.startNs = start.timeNs;
    this.startPriceTicks = start.priceTicks;
    this.keyHi = start.keyHi;
    this.keyLo = start.keyLo;
    this.orderId = start.orderId;
    this.priceTicks = start.priceTicks;
    this.lastNs = start.timeNs;
    this.lastMs = 0;
    this.pricePath.push({ timeNs: String(start.timeNs), priceTicks: start.priceTicks });
  }

  save(): IcebergState {
    return {
      ...this,
      timeNs: this.startNs,
      refills: [...this.refills],
      pricePath: [...this.pricePath],
      divisor: this.#divisor,
      shownMost: this.#shownMost,
    };
  }

  static restored(state: IcebergState): IcebergOrder {
    const { timeNs: _timeNs, refills, pricePath, divisor, shownMost, ...rest } = state;
    const iceberg = Object.assign(new IcebergOrder(state), rest, {
      refills: [...refills],
      pricePath: [...pricePath],
    });
    iceberg.#divisor = divisor;
    iceberg.#shownMost = shownMost;
    return iceberg;
  }

  /**
   * Display size: the greatest common divisor of all hidden quantities, exact as soon as it divides one refill down to
   * the display size; never below what was displayed after a refill.
   */
  get displaySize(): number {
    return Math.max(this.#divisor, this.#shownMost);
  }

  /** Whether the divisor and the displayed sizes agree. */
  get displayExact(): boolean {
    return this.#divisor >= this.#shownMost;
  }

  /** Tranches reinstated so far: one match event can take several. */
  get tranches(): number {
    return Math.max(this.refillEvents, Math.round(this.hiddenSeen / this.displaySize));
  }

  /** Whether a hidden quantity could come from the same iceberg. */
  fits(hidden: number): boolean {
    return this.#divisor <= 1 || gcd(this.#divisor, hidden) > 1;
  }

  addHidden(refill: Refill): void {
    this.#divisor = gcd(this.#divisor, refill.hidden);
    if (refill.shownAfter > this.#shownMost && this.orderId !== null) this.#shownMost = refill.shownAfter;
    this.hiddenSeen += refill.hidden;
    this.refillEvents += 1;
    if (this.refills.length < MAX_REFILLS) this.refills.push(refill);
  }

  moveTo(priceTicks: number, timeNs: bigint): void {
    this.priceTicks = priceTicks;
    if (this.pricePath.length < MAX_PRICES) this.pricePath.push({ timeNs: String(timeNs), priceTicks });
  }
}

interface FoundAt {
  readonly side: number;
  readonly priceTicks: number;
  readonly keyHi: number;
  readonly keyLo: number;
  readonly isOrder: boolean;
}

/** An iceberg that shows itself in this event. */
export function icebergAt(
  event: MatchEvent,
  { side, priceTicks, keyHi, keyLo, isOrder }: FoundAt,
): IcebergOrder {
  return new IcebergOrder({
    side,
    priceTicks,
    timeNs: joinNs(event.timeHi, event.timeLo),
    keyHi,
    keyLo,
    orderId: isOrder ? orderIdString(keyHi, keyLo) : null,
  });
}

function gcd(a: number, b: number): number {
  let x = a;
  let y = b;
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}
