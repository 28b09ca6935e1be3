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

/** What is sent about an instrument without a view. */
function withoutView({ views, missing }: FeedViewSource, id: number): string {
  if (missing !== undefined) return errorMessage(id, missing);
  return errorMessage(id, views.present(0).source === 'none' ? 'NO_MARKET_DATA' : 'INSTRUMENT_UNKNOWN');
}

/** The sentences of the licence in place of what it withholds. */
function withheldTexts(id: number, prices: string | null, events: string | null): string[] {
  return [
    ...(prices === null ? [] : [withheldMessage(id, 'prices', prices)]),
    ...(events === null ? [] : [withheldMessage(id, 'events', events)]),
  ];
}

/** Opens the views of instruments that are the viewer's. Of what the licence withholds wholly no view is opened. */
export function openViews(viewSource: FeedViewSource, ids: readonly number[]): OpenedViews {
  const views: InstrumentView[] = [];
  const withheld = new Map<number, { prices: boolean; events: boolean; key: string }>();
  const texts: string[] = [];
  for (const id of ids) {
    const may = viewSource.access(id);
    const [prices, events] = [may.withheld('prices'), may.withheld('events')];
    texts.push(...withheldTexts(id, prices, events));
    if (prices !== null && events !== null) continue;
    const view = viewSource.views.view(id, may.delaySeconds);
    if (view === undefined) {
      texts.push(withoutView(viewSource, id));
      continue;
    }
    views.push(view);
    if (prices !== null) withheld.set(id, { prices: true, events: false, key: '-prices' });
    if (events !== null) withheld.set(id, { prices: false, events: true, key: '-events' });
  }
  return { views, withheld, texts };
}
