/** What a session of a simulated exchange is given, and what it does. */
import type { Instrument } from '@undertow/market';
import type { TimeOfDay } from '#flow/day-shape.ts';
import type { MarketName } from '#flow/generator.ts';
import type { AgentStyle } from '#ground-truth/agent-styles.ts';
import type { Label } from '#ground-truth/labels.ts';
import type { Prevalence, Scenario } from '#ground-truth/prevalence.ts';
import type { RowBuffer } from '#rows/row-buffer.ts';

export interface SessionOptions {
  readonly instrument: Instrument;
  /** Same seed, same market: any safe integer. */
  readonly seed: number;
  /** Exchange time of the first row, milliseconds since 1970 UTC. */
  readonly startMs: number;
  /** First price; the book is filled around it. */
  readonly openTicks: number;
  /** Multiplies the rates of the crowd; 1 is a busy day. The default gives about 70 messages a second on ES. */
  readonly scale?: number;
  /**
   * `flat` (the default) trades round the clock as in regular hours; `exchange` follows the exchange's day and its
   * hours.
   */
  readonly timeOfDay?: TimeOfDay;
  /** Begins before the opening: an auction print half a minute after the first instant. */
  readonly openingAuction?: boolean;
  /** Which mechanics make the market: `g1` by default. */
  readonly generator?: MarketName;
  /** How often agents act: `sparse` (as in real markets) by default. */
  readonly scenario?: Scenario;
  /**
   * Differs from the scenario for these; an agent at 0 draws nothing, so the others' draws stay (counterfactual pairs).
   */
  readonly agents?: Partial<Prevalence>;
  /** Styles that no agent of a family has: for models that must hold in styles they never saw. */
  readonly excludedStyles?: readonly AgentStyle[];
  /**
   * Icebergs that arrive at fixed times and are traded into at once, besides those by chance: for a test that must see
   * one soon.
   */
  readonly pinnedIcebergs?: { readonly fromMs: number; readonly everyMs: number };
  /** Releases come by the timetable (`releaseTimetable`) in place of chance. */
  readonly announced?: boolean;
  /**
   * Receives how much later than the first product this one learns common news, from when on: the truth of lead and
   * lag.
   */
  readonly onLag?: (fromNs: bigint, lagMs: number) => void;
}

/** A running exchange. The rows are the same for any division of the time into calls. */
export interface Session {
  /**
   * Runs the exchange to a time (milliseconds since 1970 UTC) and appends its rows; the first call begins with a
   * snapshot. A time that was reached before changes nothing.
   */
  advance(toMs: number, sink: RowBuffer): void;
  /** Appends the whole displayed book: a clear, then adds flagged as snapshot. */
  snapshot(sink: RowBuffer): void;
  /** Appends a heartbeat row at the time the exchange was last run to. */
  heartbeat(sink: RowBuffer): void;
  /** Labels that became final since the last call, in the order in which they did. */
  takeLabels(): Label[];
  /** Ends the session: what is still in progress is labelled in its current state, and the labels are taken. */
  finish(): Label[];
  /** Price of the last trade in ticks, the opening price before the first. */
  lastTicks(): number;
}
