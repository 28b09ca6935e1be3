/** The crowd as the session sees it: a rate of events, and what each of them does. */
import type { MatchingEngine } from '#engine/matching-engine.ts';
import type { RandomStream } from '#random/random.ts';
import type { FlowProfile } from './flow-profile.ts';
import type { MarketConditions } from './market-conditions.ts';

/** Rates are bounds until the next event of anybody: between two events they only fall. */
export interface CrowdFlow {
  /** Fills an empty exchange around a price as if it had traded for hours. */
  fillBook(timeNs: number, openTicks: number): void;
  /** Events a second at this moment. */
  rate(): number;
  /** Time passes without an event. */
  decay(seconds: number): void;
  /** A second has passed. */
  stepSecond(): void;
  /** One event of the crowd now. */
  act(timeNs: number): void;
  /** Lets the last event excite the next ones; called after every event of anybody. */
  learn(): void;
  /** The venue's maker of last resort: a side that was swept empty is filled before anybody acts. */
  restock(timeNs: number): void;
  /** Reads the book again; called after every event, when no side is empty. */
  readBook(): void;
}

export interface CrowdOptions {
  readonly engine: MatchingEngine;
  readonly profile: FlowProfile;
  readonly random: RandomStream;
  readonly signRandom: RandomStream;
  readonly conditions: MarketConditions;
  /** Multiplies the sizes of orders. */
  readonly sizeFactor: number;
  /** Ticks from one price with orders to the next, about: above 1 where ticks are small. */
  readonly spacingTicks: number;
  readonly planCancel: PlanCancel;
}

/** Plans the withdrawal of an order at a time. */
export type PlanCancel = (timeNs: number, slot: number, orderId: number) => void;
