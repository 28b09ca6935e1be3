/** The licence terms of every venue, one row a kind of data, and the way to change them. */
import type { ShownLicenceTerm } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useLicences } from '#api/admin/licences.ts';
import { PlainTable } from '#features/admin/parts/plain-table.tsx';
import { ADMIN_ZONE } from '#features/admin/parts/user-words.ts';
import { formatDateTime } from '#lib/format/times.ts';
import { Button } from '#ui/controls/button.tsx';
import { QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { LicenceDialog } from './licence-dialog.tsx';
import { channelNames, delayName, KIND_NAMES, planNames } from './licence-words.ts';

function changedText({ changed }: ShownLicenceTerm): string {
  if (changed === null) return 'never';
  return `${formatDateTime(Date.parse(changed.at), ADMIN_ZONE)} by ${changed.by}: ${changed.reason}`;
}

export function LicenceCard(): ReactNode {
  const query = useLicences();
  const [changing, setChanging] = useState<ShownLicenceTerm | null>(null);
  const { data } = query;
  const note =
    data?.isLicensed === false
      ? 'not in force: the present market needs no licence'
      : "of the platform's market data; connected accounts are licensed to their owners";
  return (
    <Card title="Licences" note={note}>
      {data === undefined ? (
        <QueryState query={query} failed="The licences could not be loaded" rows={8} height={14} />
      ) : (
        <PlainTable
          label="Licences by venue and kind of data, table"
          heads={['Venue', 'Data', 'Plans', 'Least delay', 'Channels', 'Last change', 'Edit']}
          rows={data.terms.map((term) => ({
            key: `${term.venue} ${term.kind}`,
            cells: [
              term.venue,
              KIND_NAMES[term.kind],
              planNames(term.plans),
              delayName(term.delaySeconds),
              channelNames(term.channels),
              <span key="changed" className="t-12 block min-w-40 max-w-72 whitespace-normal break-words">
                {changedText(term)}
              </span>,
              <Button
                key="change"
                size="small"
                aria-label={`Change ${term.venue}, ${KIND_NAMES[term.kind]}`}
                onClick={() => setChanging(term)}
              >
                Change
              </Button>,
            ],
          }))}
        />
      )}
      {changing === null ? null : <LicenceDialog term={changing} onClose={() => setChanging(null)} />}
    </Card>
  );
}
