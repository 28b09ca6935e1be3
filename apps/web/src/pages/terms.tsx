/** What the product is and is not, in plain words. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PublicFrame } from '#features/marketing/public-frame.tsx';
import { useTitle } from '#lib/use-title.ts';
import { DISCLAIMER, RISK_LINE } from '#lib/words.ts';

export function Terms(): ReactNode {
  useTitle('Terms');
  return (
    <PublicFrame>
      <div className="reading">
        <h1>Terms</h1>
        <p>
          This page says in plain words how Undertow may be used. The binding contract is made at checkout.
        </p>
        <h2>What it is</h2>
        <p>
          {DISCLAIMER} Undertow reads market data and shows what it finds. It places no orders and holds no
          money.
        </p>
        <h2>Risk</h2>
        <p>{RISK_LINE}</p>
        <p>You must be 18 or older. What you trade, and whether, is your own decision.</p>
        <h2>What is claimed</h2>
        <p>
          Events marked “exact” are proven by the exchange’s messages. Every other event is a probability and
          can be wrong. A pattern called spoofing-like says nothing about anybody’s intent.
        </p>
        <h2>Plans</h2>
        <p>
          Plans are paid by the month in pounds and can be cancelled at any time. Price changes are announced
          30 days ahead.
        </p>
        <p className="mt-6">
          <Link href="/register" className="link">
            Back to registration
          </Link>
        </p>
      </div>
    </PublicFrame>
  );
}
