/** Compliance: the documents, each in a new tab, and the periods that the operator commits to. */
import type { ReactNode } from 'react';
import { ClaimText } from '#features/marketing/claims/claim-text.tsx';
import { claim, type ShownClaimId } from '#features/marketing/claims/claims.ts';
import { Section } from '#features/marketing/frame/section.tsx';

const DOCUMENTS = [
  ['/compliance', 'Compliance framework'],
  ['/privacy', 'Privacy policy'],
  ['/terms', 'Terms of service'],
] as const;

const FACTS: readonly ShownClaimId[] = ['no-advice', 'card-data', 'own-data'];

const PERIODS: readonly (readonly [name: string, claim: ShownClaimId])[] = [
  ['Invoices, contracts and consents kept', 'records-kept'],
  ['Data requests answered', 'data-requests'],
  ['Breach notification', 'breach-notification'],
  ['Recovery time objective', 'recovery-time'],
  ['Recovery point objective', 'recovery-point'],
];

export function ComplianceSection(): ReactNode {
  return (
    <Section id="compliance" title="Compliance you can read" text={claim('compliance-intro').text}>
      <div className="card landing-columns p-8" data-columns="2">
        <div>
          <ul className="fact-list">
            {FACTS.map((id) => (
              <li key={id}>
                <ClaimText id={id} />
              </li>
            ))}
          </ul>
          <ul className="mt-5 flex flex-wrap gap-x-6 gap-y-1">
            {DOCUMENTS.map(([href, name]) => (
              <li key={href}>
                <a
                  className="link inline-flex min-h-9 items-center"
                  href={href}
                  target="_blank"
                  rel="noopener"
                >
                  {name}
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
        <dl className="period-list">
          {PERIODS.map(([name, id]) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd>{claim(id).text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}
