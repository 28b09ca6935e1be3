/** The state of an instrument's line in the head of a pane: a dot while it is live, else the badge with the age. */
import type { ReactNode } from 'react';
import { useFeedView } from '#live/live-context.tsx';
import { Badge } from '#ui/marks/badge.tsx';

export function LineMark({ instrumentId }: { readonly instrumentId: number }): ReactNode {
  const { line } = useFeedView(instrumentId);
  if (line.condition === 'live' && line.tone === 'ok')
    return <span className="dot" role="img" aria-label={line.word} title={line.badge} />;
  return <Badge tone={line.tone}>{line.badge}</Badge>;
}
