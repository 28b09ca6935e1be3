/** Puts what is polled into the live store for every instrument on screen, once each. */
import type { ReactNode } from 'react';
import { usePolledFeed } from '#features/market-data/use-polled-feed.ts';

function Feed({ instrumentId }: { readonly instrumentId: number }): ReactNode {
  usePolledFeed(instrumentId);
  return null;
}

export function PaneFeeds({ instrumentIds }: { readonly instrumentIds: readonly number[] }): ReactNode {
  return [...new Set(instrumentIds)].map((id) => <Feed key={id} instrumentId={id} />);
}
