/** The tab's title: the page, after the status of the line where that is not the present market. */
import type { ReactNode } from 'react';
import { useTitle } from '#lib/hooks/use-title.ts';
import { useFeedView } from '#live/live-context.tsx';

/** A component of its own, so that the page is not drawn again with each look at the status. */
export function FeedTitle({
  page,
  instrumentId,
}: {
  readonly page: string;
  readonly instrumentId: number | null;
}): ReactNode {
  const { word, condition } = useFeedView(instrumentId).line;
  const isUnsaid = word === 'Live' || condition === 'loading' || instrumentId === null;
  // An age that counts in a tab would be noise
  useTitle(isUnsaid ? page : `${condition === 'stale' ? 'Stale' : word} · ${page}`);
  return null;
}
