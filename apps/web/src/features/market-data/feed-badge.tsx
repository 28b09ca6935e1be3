/** The feed's state in one badge: live, delayed, simulated, replay, stale, gap, reconnecting, disconnected, closed. */
import type { ReactNode } from 'react';
import { feedWords } from '#live/feed-words.ts';
import type { FeedView } from '#live/live-context.tsx';
import { Badge } from '#ui/badge.tsx';

export function FeedBadge({ view }: { readonly view: FeedView }): ReactNode {
  const words = feedWords(view, performance.now());
  return <Badge tone={words.tone}>{words.text}</Badge>;
}
