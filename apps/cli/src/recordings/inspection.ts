/** What `inspect` finds in the rows of one instrument. */
import type { RecordTally } from '@undertow/feeds';
import {
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_SIDE,
  COL_SIZE,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  formatTicks,
  type Instrument,
  LevelBook,
  type MatchEvent,
  MatchEventAssembler,
  NO_PRICE,
  OrderBook,
  orderIdString,
  ROUND_STOP,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';

/** The figures of one instrument, or the totals of all of them. `null` where the file cannot show it. */
export interface InspectionFigures {
  records: number;
  snapshot: number;
  live: number;
  byAction: Record<string, number>;
  events: number;
  unknownOrderEvents: number | null;
  volume: number;
  volumeBySide: { buy: number; sell: number; none: number };
  crossedPreOpen: number;
  crossedInContinuous: number;
  nativeIcebergOrders: number | null;
  nativeIcebergRefills: number | null;
  electedStops: number;
  stopEvents: number;
  stopContracts: number;
  endBestBid: string | null;
  endBestAsk: string | null;
  liveOrders: number | null;
}

export class Inspection {
  readonly #instrument: Instrument;
  readonly #book: OrderBook | LevelBook;
  readonly #assembler: MatchEventAssembler;
  readonly #icebergIds = new Set<string>();
  readonly #volume = { buy: 0, sell: 0, none: 0 };
  #refills = 0;
  #stops = 0;
  #stopEvents = 0;
  #stopContracts = 0;
  #crossedBefore = 0;
  #crossedAfter = 0;
  #hasTraded = false;

  constructor(instrument: Instrument, showsOrders: boolean) {
    this.#instrument = instrument;
    this.#book = showsOrders ? new OrderBook() : new LevelBook();
    this.#assembler = new MatchEventAssembler(this.#book);
  }

  applyRow(rows: Int32Array, at: number): void {
    const flags = rows[at + COL_FLAGS]!;
    if (rows[at + COL_ACTION] === ACTION_TRADE && (flags & FLAG_SNAPSHOT) === 0) {
      this.#hasTraded = true;
      this.#countVolume(rows[at + COL_SIDE]!, rows[at + COL_SIZE]!);
    }
    const event = this.#assembler.applyRow(rows, at);
    if (event !== null) this.#count(event);
    if ((flags & FLAG_LAST) !== 0) this.#countCrossed();
  }

  figures(tally: RecordTally): InspectionFigures {
    const orders = this.#book instanceof OrderBook ? this.#book : null;
    const { buy, sell, none } = this.#volume;
    return {
      records: tally.records,
      snapshot: tally.snapshot,
      live: tally.records - tally.snapshot,
      byAction: Object.fromEntries(tally.byAction()),
      events: tally.events,
      unknownOrderEvents: orders?.unknownOrderEvents ?? null,
      volume: buy + sell + none,
      volumeBySide: { buy, sell, none },
      crossedPreOpen: this.#crossedBefore,
      crossedInContinuous: this.#crossedAfter,
      nativeIcebergOrders: orders === null ? null : this.#icebergIds.size,
      nativeIcebergRefills: orders === null ? null : this.#refills,
      electedStops: this.#stops,
      stopEvents: this.#stopEvents,
      stopContracts: this.#stopContracts,
      endBestBid: this.#price(this.#book.bestBidTicks),
      endBestAsk: this.#price(this.#book.bestAskTicks),
      liveOrders: orders?.liveOrders ?? null,
    };
  }

  #countVolume(side: number, size: number): void {
    if (side === SIDE_BID) this.#volume.buy += size;
    else if (side === SIDE_ASK) this.#volume.sell += size;
    else this.#volume.none += size;
  }

  #countCrossed(): void {
    const { bestBidTicks, bestAskTicks } = this.#book;
    if (bestBidTicks === NO_PRICE || bestAskTicks === NO_PRICE || bestBidTicks <= bestAskTicks) return;
    if (this.#hasTraded) this.#crossedAfter += 1;
    else this.#crossedBefore += 1;
  }

  #count(event: MatchEvent): void {
    this.#countStops(event);
    this.#countRefills(event);
  }

  #countStops(event: MatchEvent): void {
    const { count, kind, size } = event.rounds;
    let stops = 0;
    for (let round = 0; round < count; round += 1) {
      if (kind[round] !== ROUND_STOP) continue;
      stops += 1;
      this.#stopContracts += size[round]!;
    }
    this.#stops += stops;
    if (stops > 0) this.#stopEvents += 1;
  }

  /** A refill: the order was filled, stays at its price, and shows more than what the fills left of it. */
  #countRefills(event: MatchEvent): void {
    const { fills } = event;
    for (let fill = 0; fill < fills.count; fill += 1) {
      const before = fills.displayedBefore[fill]!;
      const isSamePrice = fills.priceAfterTicks[fill] === fills.priceTicks[fill];
      if (before < 0 || fills.removed[fill] === 1 || !isSamePrice) continue;
      const hidden = fills.displayedAfter[fill]! + fills.size[fill]! - before;
      if (hidden <= 0) continue;
      this.#refills += 1;
      this.#icebergIds.add(orderIdString(fills.orderHi[fill]!, fills.orderLo[fill]!));
    }
  }

  #price(ticks: number): string | null {
    return ticks === NO_PRICE ? null : formatTicks(this.#instrument, ticks);
  }
}

/** The sum of several instruments' figures; prices and what one of them cannot show are null. */
export function totalFigures(all: readonly InspectionFigures[]): InspectionFigures {
  const sum = (pick: (figures: InspectionFigures) => number): number =>
    all.reduce((total, figures) => total + pick(figures), 0);
  const sumOrNull = (pick: (figures: InspectionFigures) => number | null): number | null =>
    all.some((figures) => pick(figures) === null) ? null : sum((figures) => pick(figures) ?? 0);
  const byAction: Record<string, number> = {};
  for (const figures of all) {
    for (const [action, count] of Object.entries(figures.byAction))
      byAction[action] = (byAction[action] ?? 0) + count;
  }
  return {
    records: sum((figures) => figures.records),
    snapshot: sum((figures) => figures.snapshot),
    live: sum((figures) => figures.live),
    byAction,
    events: sum((figures) => figures.events),
    unknownOrderEvents: sumOrNull((figures) => figures.unknownOrderEvents),
    volume: sum((figures) => figures.volume),
    volumeBySide: {
      buy: sum((figures) => figures.volumeBySide.buy),
      sell: sum((figures) => figures.volumeBySide.sell),
      none: sum((figures) => figures.volumeBySide.none),
    },
    crossedPreOpen: sum((figures) => figures.crossedPreOpen),
    crossedInContinuous: sum((figures) => figures.crossedInContinuous),
    nativeIcebergOrders: sumOrNull((figures) => figures.nativeIcebergOrders),
    nativeIcebergRefills: sumOrNull((figures) => figures.nativeIcebergRefills),
    electedStops: sum((figures) => figures.electedStops),
    stopEvents: sum((figures) => figures.stopEvents),
    stopContracts: sum((figures) => figures.stopContracts),
    endBestBid: null,
    endBestAsk: null,
    liveOrders: sumOrNull((figures) => figures.liveOrders),
  };
}
