/** Beside the form: the disclaimer, the risk warning, and what happens next. */
import { TRIAL_DAYS } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#ui/marks/icon.tsx';

function Panel({
  icon,
  tone,
  title,
  children,
}: {
  readonly icon: IconName;
  readonly tone: string;
  readonly title: string;
  readonly children: string;
}): ReactNode {
  return (
    <section className="card p-5" aria-label={title}>
      <h2 className="flex items-center gap-2.5 text-[15px]">
        <span className={tone}>
          <Icon name={icon} size={18} />
        </span>
        {title}
      </h2>
      <p className="mt-2 text-[13.5px] text-text-2 leading-[1.6]">{children}</p>
    </section>
  );
}

export function RegistrationSide({ signedIn }: { readonly signedIn: boolean }): ReactNode {
  const steps = [
    ...(signedIn ? [] : ['You sign in or create a login']),
    `You choose how to pay; in a first trial nothing is charged for ${TRIAL_DAYS} days`,
    'You pick instruments and see the book',
  ];
  return (
    <div className="flex flex-col gap-4">
      <Panel icon="info" tone="text-accent" title="Trading disclaimer">
        Undertow shows what happened in the order book and how sure it is. It does not know your situation,
        recommends no trade and places no orders. Each decision is yours.
      </Panel>
      <Panel icon="warning" tone="text-warn" title="Risk warning">
        Futures are leveraged. A small move can cost more than you deposited, and quickly. Trade only with
        money you can afford to lose. Measured rates describe the past on a stated sample; they do not promise
        a result.
      </Panel>
      <section className="px-5 py-1" aria-label="What happens next">
        <h2 className="mb-1.5 t-13">What happens next</h2>
        <ol className="next-steps">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
    </div>
  );
}
