/** What the figures of a developer page are, and why they stopped when they did. */
import type { ReactNode } from 'react';

export function SimulationNote({ failure }: { readonly failure: string | null }): ReactNode {
  return (
    <div className="t-12 mt-3 max-w-[92ch] text-text-3">
      {failure === null ? null : (
        <p className="mb-1 text-bad" role="alert">
          {failure}
        </p>
      )}
      <p>
        Each update is the next minute of a market that the simulator makes in this browser; times are that
        market’s. Reset restarts the same market. Events are the simulator’s own labels of what its agents
        did, emitted when they are over: nothing is detected here, so confidence is always 1.
      </p>
    </div>
  );
}
