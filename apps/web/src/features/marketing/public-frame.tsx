/** Head and foot of the public pages. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { loginAddress, useSignIn } from '#api/auth.ts';
import { DISCLAIMER, RISK_LINE } from '#lib/words.ts';
import { BrandMark } from '#ui/brand.tsx';
import { ButtonLink, ServerLink } from '#ui/button.tsx';

function Account(): ReactNode {
  const { user } = useSignIn();
  if (user !== null) {
    return (
      <ButtonLink href="/" kind="primary">
        Live Analysis
      </ButtonLink>
    );
  }
  return (
    <>
      <a href={loginAddress()}>Sign In</a>
      <ServerLink href={loginAddress()} kind="primary">
        Get Started
      </ServerLink>
    </>
  );
}

export function PublicFrame({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className="public">
      <header className="public-head">
        <Link href="/" aria-label="Undertow, start page" className="flex min-h-9 items-center">
          <BrandMark size={22} />
        </Link>
        <span className="grow" />
        <nav aria-label="Main">
          <Link href="/demo">See Demo</Link>
          <Link href="/pricing">Pricing</Link>
          <Link href="/compliance">Compliance</Link>
          <Account />
        </nav>
      </header>
      <main className="grow">{children}</main>
      <footer className="public-foot">
        <p>
          {DISCLAIMER} {RISK_LINE}
        </p>
        <nav aria-label="Legal" className="mt-2 flex gap-5">
          <Link className="link" href="/terms">
            Terms
          </Link>
          <Link className="link" href="/privacy">
            Privacy
          </Link>
          <Link className="link" href="/compliance">
            Compliance
          </Link>
        </nav>
      </footer>
    </div>
  );
}
