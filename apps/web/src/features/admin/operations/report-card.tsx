/** The entitlement report of a month: users with real-time data by venue, and the days of each user as a file. */
import { type ReactNode, useState } from 'react';
import { reportAddress, useRealTimeUsers } from '#api/admin/people.ts';
import { PlainTable } from '#features/admin/parts/plain-table.tsx';
import { formatSize } from '#lib/format/formats.ts';
import { TextField } from '#ui/controls/text-field.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { monthText } from './operation-words.ts';

function Users({ month }: { readonly month: string }): ReactNode {
  const query = useRealTimeUsers(month);
  if (query.data === undefined) return <QueryState query={query} failed="The count could not be loaded" />;
  if (query.data.length === 0)
    return <EmptyBlock title="No user had real-time data" text="Delayed data does not count." />;
  return (
    <PlainTable
      label="Users with real-time data, table"
      heads={['Venue', 'Source', 'Professional', 'Non-professional', 'Unknown']}
      numbers={[2, 3, 4]}
      rows={query.data.map(({ source, venue, professional, nonProfessional, unknown }) => ({
        key: `${source} ${venue}`,
        cells: [venue, source, ...[professional, nonProfessional, unknown].map(formatSize)],
      }))}
    />
  );
}

/** The entitlement report of a month as a file: who was shown market data on which day. */
export function ReportCard(): ReactNode {
  const now = monthText(Date.now());
  const [month, setMonth] = useState(now);
  const isMonth = /^20\d\d-(0[1-9]|1[0-2])$/.test(month);
  return (
    <Card title="Entitlement report" note="for the data contract">
      <div className="flex flex-wrap items-end gap-2 px-3.5 pt-2.5 pb-3.5">
        <TextField
          label="Month"
          type="month"
          max={now}
          value={month}
          error={isMonth ? undefined : 'Enter a month such as 2026-11.'}
          onChange={(event) => setMonth(event.target.value)}
        />
        {isMonth ? (
          <a className="btn" data-kind="quiet" href={reportAddress(month)} download>
            <Icon name="download" size={13} /> Download CSV
          </a>
        ) : null}
      </div>
      {isMonth ? <Users month={month} /> : null}
    </Card>
  );
}
