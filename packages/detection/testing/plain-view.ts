/** A view of given facts, for tests of what is read from it: what a test does not give is known to be nothing. */
import { type BookSide, type FlowEvent, SIDE_BID } from '@undertow/market';
import type { MarketView } from '#view/market-view.ts';
import { ES } from './hand-tape.ts';

export interface PlainFacts extends Partial<Omit<MarketView, 'flow' | 'depth' | 'medianDepth'>> {
  readonly flow?: Partial<MarketView['flow']>;
  /** Contracts of the bid and of the ask, of any number of levels. */
  readonly depths?: readonly [bid: number, ask: number];
  readonly medianDepths?: readonly [bid: number, ask: number];
}

export function plainView({
  flow,
  depths = [0, 0],
  medianDepths = [0, 0],
  ...facts
}: PlainFacts): MarketView {
  const bySide = (sides: readonly [number, number]) => (side: number) => sides[side === SIDE_BID ? 0 : 1];
  return {
    instrument: ES,
    tier: 'L3',
    timeMs: 0,
    bestBidTicks: 1000,
    bestAskTicks: 1001,
    lastTicks: 1000,
    medianTradeSize: 1,
    sigma1Ticks: 1,
    atr10Ticks: 20,
    gapRate: 0,
    isDegraded: false,
    sinceOpenMs: 0,
    newsWindow: null,
    tradeSizeQuantile: () => 1,
    addSizeQuantile: () => 1,
    unbrokenHighs: () => [],
    unbrokenLows: () => [],
    flow: {
      ofi: () => 0,
      deepOfi: () => 0,
      signedVolume: () => 0,
      volume: () => 0,
      imbalance: () => 0,
      ...flow,
    } as MarketView['flow'],
    depth: bySide(depths),
    medianDepth: bySide(medianDepths),
    ...facts,
  } as MarketView;
}

/** An event of a type on a side at a price, for boards of signals. */
export function sidedEvent(type: FlowEvent['type'], side: BookSide, priceTicks: number): FlowEvent {
  return { id: `${type}|${side}|${priceTicks}`, type, side, priceTicks } as FlowEvent;
}
