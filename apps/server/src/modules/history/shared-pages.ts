/** Pages of the stored history that many readers share: each is read once a second, and completed from every reader's own views. */
import { SECOND_MS } from '@undertow/market';
import type { HistoryQuery, HistoryStore } from '#ports/history.ts';

/** An export reads larger pages, and each once. */
const MAX_SHARED_EVENTS = 201;
const MAX_PAGES = 100;

interface SharedPage {
  readonly query: HistoryQuery;
  readonly page: ReturnType<HistoryStore['page']>;
}

const secondOf = (ms: number): number => Math.floor(ms / SECOND_MS);

/** The same for all who request the same page within a second, at the same delay. */
function keyOf(query: HistoryQuery): string {
  const spans = query.spans.map(({ instrumentId, fromMs, toMs, settledMs }) => [
    ...[instrumentId, secondOf(fromMs), secondOf(toMs), secondOf(settledMs)],
  ]);
  return JSON.stringify({ ...query, spans });
}

/** A page that was read for a later instant could show what is younger than the reader's delay. */
function mayShow(read: HistoryQuery, wanted: HistoryQuery): boolean {
  return read.spans.every(({ settledMs }, at) => settledMs <= (wanted.spans[at]?.settledMs ?? 0));
}

/**
 * What changed after a page was read is in the views of whoever shares it. A failed read is shared by those who wait for it,
 * and by nobody later.
 */
export function sharePages<S extends Pick<HistoryStore, 'page'>>(store: S): S {
  const pages = new Map<string, SharedPage>();

  function read(key: string, query: HistoryQuery): SharedPage['page'] {
    const page = store.page(query);
    const shared = { query, page };
    pages.set(key, shared);
    page.catch(() => {
      if (pages.get(key) === shared) pages.delete(key);
    });
    const [oldest] = pages.keys();
    if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
    return page;
  }

  return {
    ...store,
    page(query) {
      if (query.limit > MAX_SHARED_EVENTS) return store.page(query);
      const key = keyOf(query);
      const known = pages.get(key);
      return known !== undefined && mayShow(known.query, query) ? known.page : read(key, query);
    },
  };
}
