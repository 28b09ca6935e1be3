/** How much a release matters: a filled, half or hollow triangle. */
import type { NewsRelease } from '@undertow/contracts';
import type { ReactNode } from 'react';

export function ImportanceMark({ importance }: Pick<NewsRelease, 'importance'>): ReactNode {
  return (
    <svg
      className="importance"
      data-importance={importance}
      width="11"
      height="11"
      viewBox="0 0 12 12"
      role="img"
      aria-label={`${importance} importance`}
    >
      <path className="importance-shape" d="M6 1l5 9.5H1z" />
      {importance === 'medium' ? <path className="importance-half" d="M6 1v9.5h5z" /> : null}
    </svg>
  );
}
