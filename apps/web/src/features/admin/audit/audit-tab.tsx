/** The audit log: filters, rows newest first, and whether its chain holds. */
import { AUDIT_ACTIONS } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useAuditPages, useVerifyAudit } from '#api/admin/audit.ts';
import { LookupField } from '#features/admin/parts/lookup-field.tsx';
import { type AuditFilterState, useAuditFilter } from '#lib/address/admin-filters.ts';
import { countOf } from '#lib/format/formats.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { Button } from '#ui/controls/button.tsx';
import { DayRange, FilterBar } from '#ui/controls/filters.tsx';
import { Select } from '#ui/controls/select.tsx';
import { EmptyBlock, SkeletonRows } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PagedEnd } from '#ui/layout/paged-end.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import { AuditTable } from './audit-table.tsx';
import { chainText } from './audit-words.ts';

const ACTIONS = [
  { value: '', label: 'All actions' },
  ...Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({ value, label })),
];

function Filters({ state }: { readonly state: AuditFilterState }): ReactNode {
  const { filter, isFiltered, change, clear } = state;
  const { action = '' } = filter;
  const known = ACTIONS.some(({ value }) => value === action);
  return (
    <FilterBar label="Filter the audit log" isFiltered={isFiltered} onClear={clear}>
      <LookupField label="Actor" value={filter.actor ?? ''} onLook={(actor) => change({ actor })} />
      <LookupField label="Target" value={filter.subject ?? ''} onLook={(subject) => change({ subject })} />
      <Select
        label="Action"
        value={action}
        options={known ? ACTIONS : [...ACTIONS, { value: action, label: `${action}…` }]}
        onChange={(value) => change({ action: value })}
      />
      <DayRange day="London" from={filter.from} to={filter.to} onChange={change} />
    </FilterBar>
  );
}

function VerifyButton(): ReactNode {
  const verify = useVerifyAudit();
  const start = (): void =>
    verify.mutate(undefined, {
      onSuccess: ({ count, fault }) =>
        fault === null
          ? toast({ title: 'Chain Verified', text: `${countOf(count, 'row')}, all unchanged.` })
          : toastError(fault, 'Chain Broken'),
      onError: (error) => toastError(error, 'Not Verified'),
    });
  return (
    <Button size="small" busy={verify.isPending} busyText="Verifying..." onClick={start}>
      Verify now
    </Button>
  );
}

export function AuditTab(): ReactNode {
  const state = useAuditFilter();
  const pages = useAuditPages(state.filter);
  const { data, error, isPlaceholderData } = pages;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const chain = data?.pages[0]?.chain;
  const isBroken = chain?.verified?.fault !== undefined && chain.verified?.fault !== null;
  return (
    <Card
      title="Audit log"
      note={
        chain === undefined ? undefined : (
          <span className={isBroken ? 'font-medium text-bad' : ''}>{chainText(chain)}</span>
        )
      }
      actions={<VerifyButton />}
    >
      <Filters state={state} />
      {data === undefined && error === null ? <SkeletonRows rows={8} height={14} /> : null}
      {data !== undefined && rows.length === 0 ? (
        <EmptyBlock title="No matching rows" text="Change the filters, or clear them to see every action." />
      ) : null}
      {rows.length === 0 ? null : (
        <div aria-busy={isPlaceholderData}>
          <AuditTable label="Audit log, table" rows={rows} />
        </div>
      )}
      <PagedEnd
        pages={pages}
        isEmpty={rows.length === 0}
        failedTitle="The audit log could not be loaded"
        failedText={readableError}
        more="Load more rows"
      />
    </Card>
  );
}
