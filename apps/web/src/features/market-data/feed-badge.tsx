/** The feed's state in one badge: live, delayed, simulated, replay, stale, gap, reconnecting, disconnected, closed. */
import type { ReactNode } from 'react';
import type { FeedView } from '#live/live-context.tsx';
import { Badge } from '#ui/marks/badge.tsx';

export function FeedBadge({ view }: { readonly view: FeedView }): ReactNode {
  return <Badge tone={view.line.tone}>{view.line.badge}</Badge>;
}
