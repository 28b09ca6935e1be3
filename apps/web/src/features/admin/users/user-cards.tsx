/** The smaller cards of a user's page: payments, entitlements, activity, consents, imports. */
import type { AdminUserPageFacts } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { PlainTable } from '#features/admin/parts/plain-table.tsx';
import { ADMIN_ZONE } from '#features/admin/parts/user-words.ts';
import { countOf } from '#lib/format/formats.ts';
import { formatDate, formatDateTime } from '#lib/format/times.ts';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FactList } from '#ui/layout/fact-list.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { activityFacts, amountText, entitlementFacts } from './entitlement-words.ts';

interface FactsProps {
  readonly facts: AdminUserPageFacts;
}

const dayOf = (at: string): string => formatDate(Date.parse(at), ADMIN_ZONE);

export function PaymentsCard({ facts: { payments } }: FactsProps): ReactNode {
  return (
    <Card title="Payments">
      {payments.length === 0 ? (
        <EmptyBlock title="No payments" />
      ) : (
        <PlainTable
          label="Payments, table"
          heads={['Day', 'Number', 'Description', 'Amount', 'Status']}
          numbers={[3]}
          rows={payments.map((payment) => ({
            key: `${payment.number} ${payment.at} ${payment.text}`,
            cells: [
              dayOf(payment.at),
              <span key="number" className="font-mono">
                {payment.number ?? '–'}
              </span>,
              payment.text,
              amountText(payment),
              <Badge key="status" tone={payment.status === 'paid' ? 'ok' : 'plain'}>
                {payment.status}
              </Badge>,
            ],
          }))}
        />
      )}
    </Card>
  );
}

export function EntitlementsCard({ facts }: FactsProps): ReactNode {
  return (
    <Card title="Entitlements">
      <FactList facts={entitlementFacts(facts.entitlement)} />
    </Card>
  );
}

export function ActivityCard({ facts }: FactsProps): ReactNode {
  return (
    <Card title="Activity">
      <FactList facts={activityFacts(facts)} />
    </Card>
  );
}

export function UserConsentsCard({ facts: { consents } }: FactsProps): ReactNode {
  return (
    <Card title="Consents">
      {consents.length === 0 ? (
        <EmptyBlock title="No consents yet" />
      ) : (
        <FactList
          facts={consents.map(({ text, version, at, current }) => [
            `${text} ${version}`,
            `${formatDateTime(Date.parse(at), ADMIN_ZONE)}${current ? '' : ', an earlier version'}`,
          ])}
        />
      )}
    </Card>
  );
}

export function UserImportsCard({ facts: { imports } }: FactsProps): ReactNode {
  return (
    <Card title="Imports">
      {imports.length === 0 ? (
        <EmptyBlock title="No imports" />
      ) : (
        <ul>
          {imports.map(({ id, platform, at, trades, state }) => (
            <li key={id} className="row-item">
              <span className="grow font-medium">{platform}</span>
              <span className="text-text-3">
                {dayOf(at)}, {countOf(trades, 'trade')}, {state}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
