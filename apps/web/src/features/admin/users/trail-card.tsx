/** The newest rows of the audit log about one user. */
import type { ReactNode } from 'react';
import { useTrail } from '#api/admin/audit.ts';
import { AuditTable } from '#features/admin/audit/audit-table.tsx';
import { chainText } from '#features/admin/audit/audit-words.ts';
import { trailAddress } from '#lib/address/admin-filters.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';

const SHOWN = 8;

export function TrailCard({ userId }: { readonly userId: string }): ReactNode {
  const query = useTrail(userId, SHOWN);
  const { data, error } = query;
  return (
    <Card
      title="Audit trail"
      note={data === undefined ? undefined : chainText(data.chain)}
      actions={
        <ButtonLink href={trailAddress(userId)} size="small">
          Show all
        </ButtonLink>
      }
    >
      {error !== null || data === undefined ? (
        <QueryState query={query} failed="The audit trail could not be loaded" rows={5} height={14} />
      ) : data.rows.length === 0 ? (
        <EmptyBlock title="No entries for this user" />
      ) : (
        <AuditTable label="Audit trail, table" rows={data.rows} isOfOne />
      )}
    </Card>
  );
}
