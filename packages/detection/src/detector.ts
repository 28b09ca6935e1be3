/** What a detector is: it reads match events and facts, keeps its state in slots, and makes an event only when it fires. */
import type { FlowEvent, FlowEventType, MatchEvent } from '@undertow/market';
import type { MarketView } from './market-view.ts';

/** `new` when a detection is first raised, `update` when a raised one changes (refill, outcome, expiry). */
export type FlowEventChange = 'new' | 'update';

export type EmitFlowEvent = (event: FlowEvent, change: FlowEventChange) => void;

export interface Detector {
  readonly type: FlowEventType;
  readonly sub: string | null;
  /** A match event or a group of book changes of the instrument, in order. */
  onMatch(event: MatchEvent, view: MarketView): void;
  /** Called for every full 100 ms of exchange time that passed, with the exchange time in ms. */
  onClock(timeMs: number, view: MarketView): void;
  /** The book was lost or rebuilt: forget what rests on continuity. */
  onDiscontinuity(timeMs: number): void;
}
