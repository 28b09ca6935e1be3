/** The order book of an instant of the past, from the recording of the market that the viewer looks at: the house's or their own. */
import { encodeBook, getRecordedBook, instantOfMs, type RecordedBook } from '@undertow/contracts';
import { DbnError } from '@undertow/feeds';
import { type Instrument, instrumentById } from '@undertow/market';
import pLimit from 'p-limit';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import { openView, recordedUntilMs } from '#http/bind/view.ts';
import type { AccountMarket } from '#ports/account-feeds.ts';
import { SecretUnreadable } from '#ports/credentials.ts';
import type { Recordings, RecordingsOf } from '#ports/recordings.ts';
import { TopOfBook } from '#rules/top-of-book.ts';

/** Opening an instant decodes up to a hundred thousand rows: two at a time leave the event loop to everybody else. */
const MAX_AT_ONCE = 2;

const NONE: RecordedBook = { state: 'none', contract: null, lastChangeAt: null, rows: [] };

type OpensInstants = Pick<Recordings, 'openInstant'>;

interface Moment {
  readonly instrument: Instrument;
  readonly source: string;
  readonly atMs: number;
}

async function readBook(
  recordings: OpensInstants,
  of: RecordingsOf,
  { instrument, atMs }: Moment,
): Promise<RecordedBook> {
  const opened = await recordings.openInstant(of, atMs);
  if (opened === null) return NONE;
  try {
    // After the end of a run nobody knows what became of its book
    if ((await opened.after.next()).done === true) return NONE;
    const { header, book, isBookKnown, lastMs } = opened;
    const { bids, asks } = new TopOfBook().read(book, header.tier === 'L3');
    return {
      state: isBookKnown ? 'known' : 'gap',
      contract: header.contract,
      lastChangeAt: lastMs === null ? null : instantOfMs(lastMs),
      rows: isBookKnown ? encodeBook(instrument, bids, asks, lastMs ?? atMs) : [],
    };
  } finally {
    await opened.close();
  }
}

/** From the recordings of the owner alone, opened with their key. Rejects with `SecretUnreadable`. */
async function readOwnBook(
  recordings: OpensInstants,
  market: AccountMarket,
  moment: Moment,
): Promise<RecordedBook> {
  const key = await market.findRecordingKey();
  if (key === undefined) return NONE;
  const { source, instrument } = moment;
  const seal = {
    seal: (bytes: Uint8Array, context: string) => key.seal(context, bytes),
    open: (sealed: Uint8Array, context: string) => key.open(context, sealed),
  };
  try {
    const of = { owner: market.ownerId, source, product: instrument.symbol, seal };
    return await readBook(recordings, of, moment);
  } catch (error) {
    // A frame that is sealed with another key looks like a damaged one
    throw error instanceof DbnError
      ? new SecretUnreadable('expected a recording of this owner', { cause: error })
      : error;
  } finally {
    key.destroy();
  }
}

export function bindRecordedBookRoute(
  binder: RouteBinder,
  { recordings }: { readonly recordings: OpensInstants },
): void {
  const inTurn = pLimit(MAX_AT_ONCE);
  binder.bindInstrument(getRecordedBook, 'recordings', async (call) => {
    const view = openView(call);
    const instrument = instrumentById(call.instrumentId);
    const atMs = Date.parse(call.query.at);
    const isSeen = atMs <= recordedUntilMs(view, call.viewSource.access(call.instrumentId));
    if (instrument === undefined || !isSeen) return NONE;
    const moment = { instrument, source: view.status().source, atMs };
    const { isAccountFeed, market } = call.viewSource;
    if (!isAccountFeed) {
      const of = { owner: null, source: moment.source, product: instrument.symbol };
      return inTurn(() => readBook(recordings, of, moment));
    }
    return market === null ? NONE : inTurn(() => readOwnBook(recordings, market, moment));
  });
}
