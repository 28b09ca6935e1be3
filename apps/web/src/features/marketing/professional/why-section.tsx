/** Why choose it: facts in place of praise, and the way to the cost comparison. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ClaimText } from '#features/marketing/claims/claim-text.tsx';
import type { ShownClaimId } from '#features/marketing/claims/claims.ts';
import { Section } from '#features/marketing/frame/section.tsx';

const REASONS: readonly (readonly [title: string, claim: ShownClaimId])[] = [
  ['Nothing to install', 'nothing-to-install'],
  ['Status is never hidden', 'status-never-hidden'],
  ['The same data on every channel', 'one-truth'],
  ['One price, compared in the open', 'cost-in-the-open'],
];

export function WhySection(): ReactNode {
  return (
    <Section id="why" title="Why choose Undertow over a desk of separate tools">
      <ul className="landing-columns" data-columns="4">
        {REASONS.map(([title, id]) => (
          <li key={id} className="reason">
            <h3 className="t-16">{title}</h3>
            <p className="t-14 mt-1.5 text-text-2">
              <ClaimText id={id} />{' '}
              {id === 'cost-in-the-open' ? (
                <Link className="link" href="/pricing">
                  Compare the cost
                </Link>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
