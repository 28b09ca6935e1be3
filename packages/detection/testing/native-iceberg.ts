/** The detector of native icebergs alone, and the match events that it reads, column by column. */
import { CHANGE_MODIFY, type FlowEvent, type MatchEvent, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { NATIVE_ICEBERG } from '#detectors/iceberg/iceberg-native.ts';
import type { Detector } from '#view/detector.ts';
import { type HandChange, type HandFill, handEvent } from './hand-event.ts';
import type { Raised } from './hand-tape.ts';
import { plainContext } from './plain-context.ts';
import { type PlainFacts, plainView } from './plain-view.ts';

export const PRICE = 19_000;
const START_MS = 1_703_602_800_000;

interface WatchedIcebergs {
  readonly detector: Detector;
  readonly raised: Raised[];
  readonly minor: Raised[];
  readonly last: FlowEvent;
  /** Hands it an event, so long after the start. */
  at(ms: number, event: MatchEvent): WatchedIcebergs;
  clock(ms: number): WatchedIcebergs;
}

/** In a market where trades and orders are of one contract, unless the facts differ. */
export function watched(facts: PlainFacts = {}): WatchedIcebergs {
  const view = plainView({ medianTradeSize: 1, addSizeQuantile: () => 1, ...facts });
  const raised: Raised[] = [];
  const minor: Raised[] = [];
  const detector = NATIVE_ICEBERG.create({
    ...plainContext(view).context,
    counters: { icebergRefills: 0, icebergOrders: 0, electedStops: 0, stopEvents: 0, stopContracts: 0 },
    emit: (event, change) => raised.push({ event, change }),
    onMinor: (event, change) => minor.push({ event, change }),
  });
  return {
    detector,
    raised,
    minor,
    get last() {
      const last = raised.at(-1);
      if (!last) throw new Error('no event was raised');
      return last.event;
    },
    at(ms, event) {
      const { timeMs, timeHi, timeLo } = handEvent(START_MS + ms, []);
      detector.onMatch({ ...event, timeMs, timeHi, timeLo }, view);
      return this;
    },
    clock(ms) {
      detector.onClock(START_MS + ms, view);
      return this;
    },
  };
}

/** Order 7, a bid of 10, shows 10 again after it was filled, unless the parts differ. */
export const filled = (parts: Partial<HandFill> = {}): MatchEvent => {
  const fill = { id: 7, side: SIDE_BID, priceTicks: PRICE, size: 10, before: 10, after: 10, ...parts };
  return handEvent(0, [], [], [], [fill]);
};

export const changed = (parts: Partial<HandChange>): MatchEvent =>
  handEvent(0, [], [{ kind: CHANGE_MODIFY, id: 7, side: SIDE_BID, priceTicks: PRICE, size: 10, ...parts }]);

/** A bid level that traded so much and shows `after` where it showed `before`. */
export const level = (traded: number, before: number, after: number): MatchEvent =>
  handEvent(
    0,
    [{ side: SIDE_ASK, priceTicks: PRICE, size: traded }],
    [],
    [{ side: SIDE_BID, priceTicks: PRICE, before, traded, after }],
  );
