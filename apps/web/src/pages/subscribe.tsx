/** Choosing a plan; visitors are sent to sign-in first. */
import { type ReactNode, useEffect } from 'react';
import { useSearch } from 'wouter';
import { loginAddress, useSignIn } from '#api/auth.ts';
import { SubscribePanel } from '#features/billing/subscribe-panel.tsx';
import { PublicFrame } from '#features/marketing/public-frame.tsx';
import { useTitle } from '#lib/use-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { toast } from '#ui/toast-state.ts';

const LEAVE_AFTER_MS = 1000;

function AuthenticationRequired({ returnTo }: { readonly returnTo: string }): ReactNode {
  useEffect(() => {
    toast({
      title: 'Authentication Required',
      text: 'Please sign in to subscribe to a plan.',
      destructive: true,
    });
    const timer = setTimeout(() => location.assign(loginAddress(returnTo)), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [returnTo]);
  return (
    <div className="reading" role="alert">
      <h1>Authentication Required</h1>
      <p>Please sign in to subscribe to a plan.</p>
    </div>
  );
}

export function Subscribe(): ReactNode {
  useTitle('Subscribe');
  const { user } = useSignIn();
  const search = useSearch();
  const query = new URLSearchParams(search);
  if (user === null) {
    return (
      <PublicFrame>
        <AuthenticationRequired returnTo={search === '' ? '/subscribe' : `/subscribe?${search}`} />
      </PublicFrame>
    );
  }
  return (
    <PublicFrame>
      <section className="py-10">
        <div className="mb-6 flex flex-wrap items-center gap-2">
          <h1 className="t-32 grow tracking-[-0.03em]">Subscribe</h1>
          <ButtonLink href="/">Back to dashboard</ButtonLink>
        </div>
        <SubscribePanel user={user} planName={query.get('plan') ?? query.get('tier')} />
      </section>
    </PublicFrame>
  );
}
