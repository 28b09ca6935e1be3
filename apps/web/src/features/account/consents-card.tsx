/** What was agreed to, in which version and when, and how the user is classed for market data. */
import type { ConsentKind, RegistrationFacts } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useRegistration } from '#api/account/registration.ts';
import { formatDateTime } from '#lib/format/times.ts';
import { EmptyBlock, SkeletonRows } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';

const TEXTS: Readonly<Record<ConsentKind, string>> = {
  terms: 'Terms of Service',
  privacy: 'Privacy notice',
  disclaimer: 'Trading disclaimer',
  risk_warning: 'Risk warning',
  immediate_supply: 'Immediate supply',
};

function List({ facts }: { readonly facts: RegistrationFacts }): ReactNode {
  return (
    <dl className="consents px-4 py-1.5">
      {facts.consents.map(({ kind, version, at }) => (
        <div key={`${kind} ${version} ${at}`}>
          <dt>
            {TEXTS[kind]} {version}
          </dt>
          <dd>{formatDateTime(Date.parse(at))}</dd>
        </div>
      ))}
      {facts.marketDataStatus === null ? null : (
        <div>
          <dt>Market data</dt>
          <dd>{facts.marketDataStatus === 'professional' ? 'Professional' : 'Non-professional'}</dd>
        </div>
      )}
    </dl>
  );
}

export function ConsentsCard(): ReactNode {
  const { facts: data } = useRegistration(true);
  return (
    <Card title="Consents">
      {data === undefined ? (
        <SkeletonRows rows={3} height={18} />
      ) : data.consents.length === 0 && data.marketDataStatus === null ? (
        <EmptyBlock title="No consents yet" text="Your consents appear here once you have registered." />
      ) : (
        <List facts={data} />
      )}
    </Card>
  );
}
