/** The closing call to action. */
import type { ReactNode } from 'react';
import { loginAddress } from '#api/account/auth.ts';
import { ButtonLink, ServerLink } from '#ui/controls/button.tsx';

export function ClosingSection(): ReactNode {
  return (
    <section id="start" aria-labelledby="start-title" className="landing-section text-center">
      <h2 id="start-title" className="mx-auto">
        Look at it before you pay for it.
      </h2>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <ServerLink href={loginAddress()} kind="primary" size="large">
          Get Started
        </ServerLink>
        <ButtonLink href="/demo" size="large">
          See Demo
        </ButtonLink>
      </div>
    </section>
  );
}
