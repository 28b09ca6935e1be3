/** Stops the mails of alerts from the link in one, signed in or not. */
import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { StopMail } from '#features/alerts/list/stop-mail.tsx';
import { PublicFrame } from '#features/marketing/frame/public-frame.tsx';
import { usePageTitle } from '#lib/hooks/use-title.ts';

export function AlertMailStop(): ReactNode {
  usePageTitle('/alert-mail/stop');
  const token = new URLSearchParams(useSearch()).get('token');
  return (
    <PublicFrame>
      <section className="max-w-[560px] py-10">
        <h1 className="t-32 tracking-[-0.03em]">Stop alert emails</h1>
        <StopMail token={token === '' ? null : token} />
      </section>
    </PublicFrame>
  );
}
