/** The current plan: state, price, dates, card, and the ways to change, cancel or keep it. */
import { type CurrentUser, PLANS, type SubscriptionFacts, type Tier } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useSubscription } from '#api/account/billing.ts';
import { formatDate } from '#lib/format/times.ts';
import { openSurface } from '#lib/state/surface.ts';
import { TIER_WORDS } from '#lib/words/words.ts';
import { Button, ServerLink } from '#ui/controls/button.tsx';
import { Select } from '#ui/controls/select.tsx';
import { QueryState, SkeletonRows } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Note } from '#ui/layout/note.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { ResumeButton } from './resume-button.tsx';
import {
  canCancel,
  cardText,
  type DateFact,
  nextDate,
  priceText,
  statusWord,
  trialText,
} from './subscription-words.ts';

function Fact({ label, value, note }: DateFact & { readonly note?: string | null }): ReactNode {
  return (
    <div>
      <p className="cap">{label}</p>
      <p className="font-medium">{value}</p>
      {note === undefined || note === null ? null : <p className="t-12 text-text-3">{note}</p>}
    </div>
  );
}

/** A subscription that nobody has paid for yet gives no plan. */
function planShown({ status, tier }: SubscriptionFacts, user: CurrentUser): Tier {
  return status === 'incomplete' || tier === null ? user.subscriptionTier : tier;
}

function Facts({
  facts,
  user,
}: {
  readonly facts: SubscriptionFacts;
  readonly user: CurrentUser;
}): ReactNode {
  const status = statusWord(facts);
  const next = nextDate(facts);
  const price = priceText(facts);
  return (
    <div className="plan-facts">
      <div>
        <p className="flex flex-wrap items-center gap-2">
          <b className="t-20">{TIER_WORDS[planShown(facts, user)]}</b>
          <Badge tone={status.tone}>{status.text}</Badge>
        </p>
        {price === '' ? null : <p className="text-text-3">{price}</p>}
      </div>
      {next === null ? null : <Fact {...next} note={cardText(facts)} />}
      <Fact {...trialText(facts)} />
    </div>
  );
}

/** Leads to the checkout of another plan; off while none is chosen, and for the own one. */
function ChangePlan({ own }: { readonly own: string | null }): ReactNode {
  const [chosen, setChosen] = useState('');
  const isOff = chosen === '' || chosen === own;
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      aria-label="Change subscription"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOff) location.assign(`/subscribe?tier=${encodeURIComponent(chosen)}`);
      }}
    >
      <div className="w-44">
        <Select
          label="Change to"
          value={chosen}
          options={[
            { value: '', label: 'Choose a plan' },
            ...PLANS.map((plan) => ({
              value: plan.id,
              label: plan.id === own ? `${plan.name} (current)` : plan.name,
            })),
          ]}
          onChange={setChosen}
        />
      </div>
      <Button type="submit" kind="primary" disabled={isOff}>
        Change subscription
      </Button>
      <Button kind="ghost" onClick={() => openSurface.set('plans')}>
        Compare plans
      </Button>
    </form>
  );
}

function Waiting({ facts }: { readonly facts: SubscriptionFacts }): ReactNode {
  if (facts.endsAt === null && facts.scheduled === null) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <p className="text-text-2">
        {facts.endsAt !== null
          ? `Cancelled: it ends on ${formatDate(Date.parse(facts.endsAt))}. You can undo this until then.`
          : facts.scheduled !== null
            ? `${TIER_WORDS[facts.scheduled.tier]} starts on ${formatDate(Date.parse(facts.scheduled.at))}. You can undo this until then.`
            : ''}
      </p>
      <ResumeButton facts={facts} size="small" />
    </div>
  );
}

function Body({ user, facts }: { readonly user: CurrentUser; readonly facts: SubscriptionFacts }): ReactNode {
  const [isCancelling, setCancelling] = useState(false);
  const { action, granted } = facts;
  return (
    <div className="p-4">
      {action === null ? null : (
        <div className="mb-3">
          <Note tone="bad" icon="warning">
            {action.kind === 'confirm_payment'
              ? 'Your bank asks you to confirm a payment. '
              : 'The last payment failed. Please use another card. '}
            <a className="link" href={action.url}>
              {action.kind === 'confirm_payment' ? 'Confirm the payment' : 'Update the card'}
            </a>
          </Note>
        </div>
      )}
      <Facts facts={facts} user={user} />
      {granted === null ? null : (
        <p className="mt-3 text-text-2">
          {TIER_WORDS[user.subscriptionTier]} is granted to you in addition to your subscription
          {granted.until === null ? '' : ` until ${formatDate(Date.parse(granted.until))}`}: {granted.reason}.
        </p>
      )}
      <Waiting facts={facts} />
      <div className="mt-4 flex flex-wrap items-end justify-between gap-3 border-line border-t pt-4">
        <ChangePlan own={facts.status === 'incomplete' ? null : facts.tier} />
        {canCancel(facts) ? (
          <Button kind="danger" onClick={() => setCancelling(true)}>
            Cancel
          </Button>
        ) : null}
      </div>
      <CancelDialog open={isCancelling} facts={facts} onClose={() => setCancelling(false)} />
    </div>
  );
}

export function PlanBlock({ user }: { readonly user: CurrentUser }): ReactNode {
  const query = useSubscription();
  const { data: facts, error } = query;
  return (
    <Card
      title="Plan"
      actions={
        <ServerLink href="/api/logout" kind="ghost" size="small">
          Sign Out
        </ServerLink>
      }
    >
      {error === null ? (
        facts === undefined ? (
          <SkeletonRows rows={3} height={20} />
        ) : (
          <Body user={user} facts={facts} />
        )
      ) : (
        <QueryState query={query} failed="The subscription could not be loaded" note="Nothing was changed." />
      )}
    </Card>
  );
}
