/** The page for addresses at which there is nothing. */
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { EmptyLadder } from '#features/marketing/frame/empty-ladder.tsx';
import { PublicFrame } from '#features/marketing/frame/public-frame.tsx';
import { useTitle } from '#lib/hooks/use-title.ts';
import { ButtonLink } from '#ui/controls/button.tsx';

export function NotFound(): ReactNode {
  const [path] = useLocation();
  useTitle('Page Not Found');
  return (
    <PublicFrame>
      <section className="not-found">
        <div className="max-w-[480px]">
          <p className="font-mono text-text-3">404</p>
          <h1 className="mt-2 font-semibold text-[44px] leading-[1.1] tracking-[-0.03em]">Page Not Found</h1>
          <p className="t-16 mt-4 text-text-2">
            There is no page at this address. The link may be out of date or mistyped.
          </p>
          <p className="mt-4 break-all font-mono text-text-3">{path}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <ButtonLink href="/" kind="primary" size="large">
              Go to the start page
            </ButtonLink>
            <ButtonLink href="/demo" size="large">
              See Demo
            </ButtonLink>
          </div>
        </div>
        <EmptyLadder />
      </section>
    </PublicFrame>
  );
}
