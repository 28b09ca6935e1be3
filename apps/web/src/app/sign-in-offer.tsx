/** What a visitor sees at the address of a signed-in page: sign in, and return here. */
import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { loginAddress } from '#api/account/auth.ts';
import { DISCLAIMER } from '#lib/words/words.ts';
import { ButtonLink, ServerLink } from '#ui/controls/button.tsx';
import { BrandMark } from '#ui/marks/brand.tsx';

export function SignInOffer(): ReactNode {
  const [path] = useLocation();
  const search = useSearch();
  const address = search === '' ? path : `${path}?${search}`;
  return (
    <main className="grid min-h-dvh place-items-center bg-bg p-6">
      <div className="card w-full max-w-[440px] p-8">
        <BrandMark size={22} />
        <h1 className="t-20 mt-6">Sign in to see this page</h1>
        <p className="mt-2 text-text-2">It belongs to your account. You return here after signing in.</p>
        <p className="mt-2 font-mono text-text-3">{address}</p>
        <div className="mt-5 flex gap-2">
          <ServerLink href={loginAddress(address)} kind="primary">
            Sign In
          </ServerLink>
          <ButtonLink href="/">Go to the start page</ButtonLink>
        </div>
        <p className="t-12 mt-6 text-text-3">{DISCLAIMER}</p>
      </div>
    </main>
  );
}
