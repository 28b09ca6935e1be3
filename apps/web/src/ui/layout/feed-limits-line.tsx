/** One line below a legend or list: whether the feed on screen can detect those types, and why not where it cannot. */
import type { ReactNode } from 'react';
import type { FeedLimits } from '#lib/words/feed-limits.ts';

export function FeedLimitsLine({ limits }: { readonly limits: FeedLimits | null }): ReactNode {
  if (limits === null) return null;
  if (limits.missing.length === 0) return <p className="feed-limits">{limits.line}</p>;
  return (
    <details className="feed-limits">
      <summary>{limits.line}</summary>
      <dl>
        {limits.missing.map(({ name, reason }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
