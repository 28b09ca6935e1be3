/** The order book of an instant of the past, from the recording of its session. */
import { z } from 'zod';
import { instant, instrumentId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';
import { orderBookRow } from './market-data.ts';

export const recordedBook = z.object({
  /**
   * `known`: the rows are the book. `gap`: the feed had lost continuity, and no snapshot had come yet. `none`: that instant was
   * not recorded, is not on disk yet, or is later than the viewer may see.
   */
  state: z.enum(['known', 'gap', 'none']),
  /** The contract of the recording, null in state `none`. */
  contract: z.string().nullable(),
  /** The exchange's time of the last change before the instant, null where there was none. */
  lastChangeAt: instant.nullable(),
  /** The ten best bids (best first), then the ten best asks (best first), in state `known`. */
  rows: z.array(orderBookRow),
});
export type RecordedBook = z.infer<typeof recordedBook>;

export const getRecordedBook = route({
  id: 'getRecordedBook',
  method: 'GET',
  path: '/api/order-book/recorded',
  access: 'instrument',
  viewable: true,
  summary: 'The order book at an instant of the past, from the recording of its session',
  query: z.strictObject({ instrumentId, at: instant }),
  response: recordedBook,
});

export const RECORDED_BOOK_ROUTES = [getRecordedBook] as const;
