/** Support access: when staff of the operator viewed this account, and why. */
import type { ReactNode } from 'react';
import { type SupportView, useViews } from '#api/account/views.ts';
import { formatClock, formatDateTime } from '#lib/format/times.ts';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';

function ViewRow({ view }: { readonly view: SupportView }): ReactNode {
  const { from, until, reason } = view;
  return (
    <li className="row-item">
      <div className="min-w-0">
        <p className="break-words font-medium">{reason}</p>
        <p className="t-12 text-text-3">
          {formatDateTime(Date.parse(from))} to {formatClock(Date.parse(until)).slice(0, 5)}, read-only
        </p>
      </div>
    </li>
  );
}

export function ViewsCard(): ReactNode {
  const query = useViews();
  const { data, error } = query;
  return (
    <Card title="Support access">
      {error !== null || data === undefined ? (
        <QueryState query={query} failed="The list could not be loaded" rows={2} height={18} />
      ) : data.length === 0 ? (
        <EmptyBlock title="Nobody has viewed your account." />
      ) : (
        <ul>
          {data.map((view) => (
            <ViewRow key={`${view.from} ${view.reason}`} view={view} />
          ))}
        </ul>
      )}
    </Card>
  );
}
