/** One calm line below a legend or list: what the operator paused, or nothing. */
import type { ReactNode } from 'react';

export function PausedLine({ line }: { readonly line: string | null }): ReactNode {
  return line === null ? null : <p className="feed-limits">{line}</p>;
}
