/** The closing call to action of the bold page. */
import type { ReactNode } from 'react';
import { loginAddress } from '#api/account/auth.ts';
import { ServerLink } from '#ui/controls/button.tsx';

export function BoldClosing(): ReactNode {
  return (
    <section id="start" aria-labelledby="start-title" className="landing-section text-center">
      <h2 id="start-title" className="mx-auto">
        It was in the book all along.
      </h2>
      <div className="mt-6 flex justify-center">
        <ServerLink href={loginAddress()} kind="primary" size="large">
          Get Started
        </ServerLink>
      </div>
    </section>
  );
}
