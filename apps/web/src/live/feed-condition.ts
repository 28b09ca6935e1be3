/** States of the whole line from the feed to this page. */

/**
 * `loading` before the first data, `missing` where there is none to come: withheld by a licence, or no market data at all; `gap` also while the book is
 * rebuilt, `stale` after 5 s without a message; `reconnecting` and `disconnected` are about the browser's socket, `closed`, `auction` and `halted`
 * about the venue.
 */
export type FeedCondition =
  | 'loading'
  | 'missing'
  | 'live'
  | 'gap'
  | 'stale'
  | 'reconnecting'
  | 'disconnected'
  | 'closed'
  | 'auction'
  | 'halted';
