/** The views that a subscription opens, and what is sent in place of those that are not there or withheld. */
import type { InstrumentView } from '#live/views/instrument-view.ts';
import type { FeedViewSource } from '#live/views/view-resolver.ts';
import type { WithheldViews } from './socket-client.ts';
import { errorMessage, withheldMessage } from './view-messages.ts';

interface OpenedViews {
  readonly views: InstrumentView[];
  readonly withheld: WithheldViews;
  readonly texts: string[];
}

/** Opens the views of instruments that are the viewer's. Of what the licence withholds wholly no view is opened. */
export function openViews({ views: feed, access }: FeedViewSource, ids: readonly number[]): OpenedViews {
  const views: InstrumentView[] = [];
  const withheld = new Map<number, { prices: boolean; events: boolean; key: string }>();
  const texts: string[] = [];
  for (const id of ids) {
    const may = access(id);
    const [prices, events] = [may.withheld('prices'), may.withheld('events')];
    if (prices !== null) texts.push(withheldMessage(id, 'prices', prices));
    if (events !== null) texts.push(withheldMessage(id, 'events', events));
    if (prices !== null && events !== null) continue;
    const view = feed.view(id, may.delaySeconds);
    if (view === undefined) {
      texts.push(
        errorMessage(id, feed.present(0).source === 'none' ? 'NO_MARKET_DATA' : 'INSTRUMENT_UNKNOWN'),
      );
      continue;
    }
    views.push(view);
    const [noPrices, noEvents] = [prices !== null, events !== null];
    if (noPrices || noEvents)
      withheld.set(id, { prices: noPrices, events: noEvents, key: noPrices ? '-prices' : '-events' });
  }
  return { views, withheld, texts };
}
