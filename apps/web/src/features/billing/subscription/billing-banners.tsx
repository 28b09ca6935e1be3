/** Above every signed-in page: what the subscription needs, and its pending changes. */
import type { CurrentUser, SubscriptionFacts } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useSubscription } from '#api/account/billing.ts';
import { Banner } from '#ui/layout/banner.tsx';
import { type BillingLine, billingLines } from './banner-facts.ts';
import { ResumeButton } from './resume-button.tsx';

function Action({
  line,
  facts,
}: {
  readonly line: BillingLine;
  readonly facts: SubscriptionFacts;
}): ReactNode {
  if (line.action === null) return null;
  if (line.action === 'resume') return <ResumeButton facts={facts} size="small" />;
  return (
    <a className="link min-h-6 content-center" href={line.action.href}>
      {line.action.label}
    </a>
  );
}

export function BillingBanners({ user }: { readonly user: CurrentUser }): ReactNode {
  const { data: facts } = useSubscription();
  // Put away until the page is loaded again: it may still matter tomorrow.
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  if (facts === undefined) return null;
  return billingLines(facts, user)
    .filter((line) => !dismissed.includes(line.id))
    .map((line) => (
      <Banner
        key={line.id}
        tone={line.tone}
        icon={line.tone === 'bad' ? 'warning' : 'info'}
        action={<Action line={line} facts={facts} />}
        onDismiss={line.canDismiss ? () => setDismissed([...dismissed, line.id]) : undefined}
      >
        <b className="font-medium">{line.lead}</b>
        {line.text}
      </Banner>
    ));
}
