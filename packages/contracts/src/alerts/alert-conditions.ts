/** When an alert rule fires: the conditions of its four kinds, and the hours in which it may. */
import { BOOK_SIDES, FLOW_EVENT_TYPES, LEVEL_TESTS, NEAR_LEVELS, TRENDS } from '@undertow/market';
import { z } from 'zod';
import { decimalString } from '#shapes/primitives.ts';
import { alertLine, LINE_PARTS } from '#workspace/drawing-lines.ts';
import { drawingId } from '#workspace/drawings.ts';

export const ALERT_TYPES = ['price', 'volume', 'trend', 'event'] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

export {
  LEVEL_TESTS,
  NEAR_LEVELS,
  NEWS_FILTERS,
  type NearLevel,
  type NewsFilter,
  SESSION_HOURS,
  type SessionHours,
} from '@undertow/market';

/** Trades go from one side of a price to the other, or touch it from either side. */
export const priceLevelCondition = z.strictObject({
  kind: z.literal('price_level'),
  test: z.enum(LEVEL_TESTS),
  price: decimalString,
});

/**
 * Price meets a line that the owner drew. The rule follows the line when it is moved and ends when it is deleted: the server works `line`
 * out from the drawing.
 */
export const priceLineCondition = z.strictObject({
  kind: z.literal('price_line'),
  test: z.enum(LEVEL_TESTS),
  drawingId,
  part: z.enum(LINE_PARTS),
  line: alertLine,
});

/** Exactly one of `ticks` and `percent`. */
export const priceMoveCondition = z.strictObject({
  kind: z.literal('price_move'),
  direction: z.enum(['up', 'down', 'either']),
  ticks: z.number().int().min(1).max(100_000).nullable(),
  percent: z.number().min(0.01).max(50).nullable(),
  withinMinutes: z.number().int().min(1).max(1440),
});

/** Volume of the last minutes is at least this multiple of the usual volume at this time of day. */
export const volumeCondition = z.strictObject({
  kind: z.literal('volume'),
  multiple: z.number().min(1.1).max(100),
  windowMinutes: z.union([1, 5, 10, 15, 30, 60].map((minutes) => z.literal(minutes))),
});

/** The daily trend changes to one of these. */
export const trendCondition = z.strictObject({
  kind: z.literal('trend'),
  to: z.array(z.enum(TRENDS)).min(1).max(TRENDS.length),
});

/** A price of the user's own, or a level of the session: exactly one of the two. */
export const nearLevel = z.strictObject({
  price: decimalString.nullable(),
  level: z.enum(NEAR_LEVELS).nullable(),
  withinTicks: z.number().int().min(0).max(10_000),
});

export const eventCondition = z.strictObject({
  kind: z.literal('event'),
  eventTypes: z.array(z.enum(FLOW_EVENT_TYPES)).min(1).max(FLOW_EVENT_TYPES.length),
  /** Null: either side. */
  side: z.enum(BOOK_SIDES).nullable(),
  /** 0 to 1; events proven by the exchange's messages always qualify. */
  minConfidence: z.number().min(0).max(1),
  /** Contracts. */
  minSize: z.number().int().min(0).max(10_000_000),
  /**
   * Only about so many of the largest of a day; `chosen` is the user's preference `eventsPerDay`, null is any size.
   */
  perDay: z
    .union([z.literal('chosen'), z.literal([3, 10, 30])])
    .nullable()
    .default(null),
  near: nearLevel.nullable(),
});

export const alertCondition = z.discriminatedUnion('kind', [
  priceLevelCondition,
  priceLineCondition,
  priceMoveCondition,
  volumeCondition,
  trendCondition,
  eventCondition,
]);
export type AlertCondition = z.infer<typeof alertCondition>;

/** The kind of rule that a condition makes. */
export function alertTypeOf({ kind }: AlertCondition): AlertType {
  return kind === 'price_level' || kind === 'price_line' || kind === 'price_move' ? 'price' : kind;
}

/** `22:30`, on a clock of 24 hours. */
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time such as 22:30');

/** From one time to another of the user's zone; over midnight when the first is the later one. */
export const quietHours = z
  .strictObject({ from: clockTime, to: clockTime })
  .refine(({ from, to }) => from !== to, 'expected two different times');
export type QuietHours = z.infer<typeof quietHours>;
