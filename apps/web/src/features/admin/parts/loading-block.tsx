/** The ring that turns while users, or a user, are on their way. */
import type { ReactNode } from 'react';
import { Ring } from '#ui/marks/spinner.tsx';

export function LoadingBlock(): ReactNode {
  return (
    <div className="grid place-items-center gap-3 px-4 py-10 text-text-3" role="status">
      <Ring />
      Loading...
    </div>
  );
}
