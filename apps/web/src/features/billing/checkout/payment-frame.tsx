/** Head and foot of the payment page. Its links load documents again: the provider's script stays in this one. */
import type { ReactNode } from 'react';
import { DISCLAIMER, RISK_LINE } from '#lib/words/words.ts';
import { BrandMark } from '#ui/marks/brand.tsx';

export function PaymentFrame({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className="public payment">
      <header className="public-head">
        <a href="/" aria-label="Undertow, start page" className="flex min-h-9 items-center">
          <BrandMark size={22} />
        </a>
        <span className="grow" />
        <nav aria-label="Main">
          <a href="/">Back to dashboard</a>
        </nav>
      </header>
      <main className="grow pt-7 pb-10">{children}</main>
      <footer className="public-foot">
        <p>
          {DISCLAIMER} {RISK_LINE}
        </p>
        <nav aria-label="Legal" className="mt-2 flex gap-5">
          <a className="link" href="/terms">
            Terms
          </a>
          <a className="link" href="/privacy">
            Privacy
          </a>
        </nav>
      </footer>
    </div>
  );
}
