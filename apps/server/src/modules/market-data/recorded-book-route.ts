/** The order book of an instant of the past, read from the recording of its session. */
import { encodeBook, getRecordedBook, instantOfMs, type RecordedBook } from '@undertow/contracts';
import { type Instrument, instrumentById } from '@undertow/market';
import pLimit from 'p-limit';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import { openView, recordedUntilMs } from '#http/bind/view.ts';
import type { Recordings } from '#ports/recordings.ts';
import { TopOfBook } from '#rules/top-of-book.ts';

/** Opening an instant decodes up to a hundred thousand rows: two at a time leave the event loop to everybody else. */
const MAX_AT_ONCE = 2;

const NONE: RecordedBook = { state: 'none', contract: null, lastChangeAt: null, rows: [] };

type OpensInstants = Pick<Recordings, 'openInstant'>;

async function readBook(
  recordings: OpensInstants,
  { instrument, source, atMs }: { instrument: Instrument; source: string; atMs: number },
): Promise<RecordedBook> {
  const opened = await recordings.openInstant({ owner: null, source, product: instrument.symbol }, atMs);
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
    if (instrument === undefined || !isSeen || call.viewSource.isAccountFeed) return NONE;
    const { source } = view.status();
    return inTurn(() => readBook(recordings, { instrument, source, atMs }));
  });
}
