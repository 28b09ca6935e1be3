/** Registration: the account form with its agreements, the disclaimer and the risk warning. */
import { TRIAL_DAYS } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import { useSignIn } from '#api/account/auth.ts';
import { planOfName } from '#features/billing/plans/plan-words.ts';
import { PublicFrame } from '#features/marketing/frame/public-frame.tsx';
import { RegistrationsClosed } from '#features/marketing/frame/registrations-closed.tsx';
import { RegisterPanel } from '#features/registration/register-panel.tsx';
import { RegistrationSide } from '#features/registration/registration-side.tsx';
import { sameOriginPath } from '#lib/address/same-origin-path.ts';
import { formatPlanPrice } from '#lib/format/formats.ts';
import { usePageTitle } from '#lib/hooks/use-title.ts';
import { pendingPlan } from '#lib/state/pending-plan.ts';

const LINKS = [{ href: '/pricing', label: 'Back to pricing' }] as const;

function ChosenPlan(): ReactNode {
  const plan = planOfName(pendingPlan());
  if (plan === null) {
    return (
      <>
        No plan chosen yet.{' '}
        <Link href="/pricing" className="link">
          See the plans
        </Link>
      </>
    );
  }
  return (
    <>
      Chosen plan:{' '}
      <b className="text-text">
        {plan.name}, {formatPlanPrice(plan.pricePence)} a month
      </b>
      , with a {TRIAL_DAYS}-day free trial.{' '}
      <Link href="/pricing" className="link">
        Change plan
      </Link>
    </>
  );
}

export function Register(): ReactNode {
  usePageTitle('/register');
  const { user } = useSignIn();
  const returnTo = sameOriginPath(new URLSearchParams(useSearch()).get('returnTo'));
  return (
    <PublicFrame links={LINKS} quiet>
      <section className="register">
        <h1 className="text-[30px] tracking-[-0.025em]">
          {user === null ? 'Create your account' : 'Your registration'}
        </h1>
        <p className="mt-1.5 text-[15px] text-text-2">
          <ChosenPlan />
        </p>
        <RegistrationsClosed />
        <div className="register-grid">
          <RegisterPanel user={user} returnTo={returnTo} />
          <RegistrationSide signedIn={user !== null} />
        </div>
      </section>
    </PublicFrame>
  );
}
