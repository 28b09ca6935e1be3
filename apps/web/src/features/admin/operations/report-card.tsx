/** The entitlement report of a month as a file: who was shown market data on which day. */
import { type ReactNode, useState } from 'react';
import { reportAddress } from '#api/admin/people.ts';
import { TextField } from '#ui/controls/text-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { monthText } from './operation-words.ts';

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
    </Card>
  );
}
