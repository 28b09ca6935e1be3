/** The rows of a ladder in one frame, highest price first. Pure. */
import { type FlowEventType, type PriceVolume, SIDE_BID } from '@undertow/market';
import type { LadderLevel } from './ladder-market.ts';
import type { Touch } from './ladder-window.ts';

export interface LadderMark {
  readonly eventId: string;
  readonly type: FlowEventType;
  readonly isBid: boolean;
  readonly priceTicks: number;
}

export interface LadderProfile {
  readonly volumes: ReadonlyMap<number, number>;
  readonly pocTicks: number | null;
  readonly highTicks: number | null;
  readonly lowTicks: number | null;
}

export interface LadderInput {
  readonly topTicks: number;
  readonly rows: number;
  readonly levels: readonly LadderLevel[];
  readonly bidFlow: ReadonlyMap<number, number>;
  readonly askFlow: ReadonlyMap<number, number>;
  readonly volumes: ReadonlyMap<number, PriceVolume>;
  /** Null while it is not known. */
  readonly profile: LadderProfile | null;
  readonly marks: readonly LadderMark[];
  readonly lastTicks: number | null;
}

export interface LadderSide {
  readonly size: number;
  readonly orders: number;
  /** Length of its bar, 0 to 1, of the largest size on screen. */
  readonly share: number;
  /** Stacked less pulled. */
  readonly flow: number;
  readonly mark: LadderMark | null;
}

export interface LadderRow {
  readonly priceTicks: number;
  readonly bid: LadderSide;
  readonly ask: LadderSide;
  readonly sold: number;
  readonly bought: number;
  /** Volume of the session at the price, 0 to 1 of the most on screen. */
  readonly profileShare: number;
  readonly profile: 'poc' | 'value' | 'outside';
  /** The row is at or above the best ask, at or below the best bid, or between them. */
  readonly place: 'ask' | 'bid' | 'between';
  readonly isLast: boolean;
}

export function touchOf(levels: readonly LadderLevel[]): Touch {
  return {
    bidTicks: levels.find(({ side }) => side === SIDE_BID)?.priceTicks ?? null,
    askTicks: levels.find(({ side }) => side !== SIDE_BID)?.priceTicks ?? null,
  };
}

/** Bars grow with the root: a large order leaves the others readable. */
const shareOf = (size: number, most: number): number => (most === 0 ? 0 : Math.sqrt(size / most));

export function ladderRows(input: LadderInput): LadderRow[] {
  const { topTicks, rows, levels, profile } = input;
  const inView = levels.filter(({ priceTicks }) => priceTicks <= topTicks && priceTicks > topTicks - rows);
  const most = Math.max(0, ...inView.map(({ size }) => size));
  const prices = Array.from({ length: rows }, (_, n) => topTicks - n);
  const mostVolume = Math.max(0, ...prices.map((price) => profile?.volumes.get(price) ?? 0));
  const touch = touchOf(levels);
  const bids = new Map(inView.filter(({ side }) => side === SIDE_BID).map((one) => [one.priceTicks, one]));
  const asks = new Map(inView.filter(({ side }) => side !== SIDE_BID).map((one) => [one.priceTicks, one]));
  const sideAt = (priceTicks: number, isBid: boolean): LadderSide => {
    const level = (isBid ? bids : asks).get(priceTicks);
    return {
      size: level?.size ?? 0,
      orders: level?.orders ?? 0,
      share: shareOf(level?.size ?? 0, most),
      flow: (isBid ? input.bidFlow : input.askFlow).get(priceTicks) ?? 0,
      mark: input.marks.find((mark) => mark.priceTicks === priceTicks && mark.isBid === isBid) ?? null,
    };
  };
  return prices.map((priceTicks) => ({
    priceTicks,
    bid: sideAt(priceTicks, true),
    ask: sideAt(priceTicks, false),
    sold: input.volumes.get(priceTicks)?.bidVolume ?? 0,
    bought: input.volumes.get(priceTicks)?.askVolume ?? 0,
    profileShare: mostVolume === 0 ? 0 : (profile?.volumes.get(priceTicks) ?? 0) / mostVolume,
    profile: profilePlace(priceTicks, profile),
    place: placeOf(priceTicks, touch),
    isLast: priceTicks === input.lastTicks,
  }));
}

function placeOf(priceTicks: number, { bidTicks, askTicks }: Touch): LadderRow['place'] {
  if (askTicks !== null && priceTicks >= askTicks) return 'ask';
  return bidTicks !== null && priceTicks <= bidTicks ? 'bid' : 'between';
}

function profilePlace(priceTicks: number, profile: LadderProfile | null): LadderRow['profile'] {
  if (profile === null || profile.highTicks === null || profile.lowTicks === null) return 'outside';
  if (priceTicks === profile.pocTicks) return 'poc';
  return priceTicks <= profile.highTicks && priceTicks >= profile.lowTicks ? 'value' : 'outside';
}
