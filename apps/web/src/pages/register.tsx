/** Before sign-in: what was chosen, and the way to an account. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { loginAddress } from '#api/auth.ts';
import { planOfName } from '#features/billing/plan-words.ts';
import { PublicFrame } from '#features/marketing/public-frame.tsx';
import { formatPlanPrice } from '#lib/formats.ts';
import { pendingPlan } from '#lib/pending-plan.ts';
import { useTitle } from '#lib/use-title.ts';
import { DISCLAIMER, RISK_LINE } from '#lib/words.ts';
import { ServerLink } from '#ui/button.tsx';

export function Register(): ReactNode {
  useTitle('Register');
  const plan = planOfName(pendingPlan());
  return (
    <PublicFrame>
      <div className="reading">
        <h1>Create your account</h1>
        <p>
          An account is made when you sign in for the first time: your e-mail address and your first name come
          from the sign-in service, and no password is kept here.
        </p>
        {plan === null ? null : (
          <p>
            You chose {plan.name}, {formatPlanPrice(plan.pricePence)} a month. It is kept until you are signed
            in.
          </p>
        )}
        <p>
          {DISCLAIMER} {RISK_LINE} You must be 18 or older.
        </p>
        <div className="mt-6 flex flex-wrap items-center gap-4">
          <ServerLink href={loginAddress()} kind="primary" size="large">
            Continue to sign-in
          </ServerLink>
          <Link href="/pricing" className="link">
            Back to pricing
          </Link>
        </div>
      </div>
    </PublicFrame>
  );
}
