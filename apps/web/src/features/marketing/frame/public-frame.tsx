/** Head and foot of the public pages. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { loginAddress, useSignIn } from '#api/account/auth.ts';
import { useCompany } from '#api/site/company.ts';
import { companyLine } from '#lib/words/company-words.ts';
import { DISCLAIMER, RISK_LINE } from '#lib/words/words.ts';
import { ButtonLink, ServerLink } from '#ui/controls/button.tsx';
import { BrandMark } from '#ui/marks/brand.tsx';

export interface FrameLink {
  readonly href: string;
  readonly label: string;
}

const LINKS: readonly FrameLink[] = [
  { href: '/demo', label: 'See Demo' },
  { href: '/pricing', label: 'Pricing' },
  { href: '/developers', label: 'Developers' },
  { href: '/compliance', label: 'Compliance' },
];

const FOOT_LINKS: readonly FrameLink[] = [
  { href: '/developers', label: 'Developers' },
  { href: '/terms', label: 'Terms' },
  { href: '/privacy', label: 'Privacy' },
  { href: '/compliance', label: 'Compliance' },
  { href: '/notices', label: 'Open-source notices' },
];

function Account({ quiet }: { readonly quiet: boolean }): ReactNode {
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
      {quiet ? null : (
        <ServerLink href={loginAddress()} kind="primary">
          Get Started
        </ServerLink>
      )}
    </>
  );
}

function Foot(): ReactNode {
  const company = useCompany();
  return (
    <footer className="public-foot">
      <div className="public-inner">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <BrandMark size={18} />
          <span className="grow" />
          <nav aria-label="Legal" className="flex flex-wrap gap-x-5">
            {FOOT_LINKS.map(({ href, label }) => (
              <Link key={href} href={href} className="foot-link">
                {label}
              </Link>
            ))}
          </nav>
        </div>
        <p className="mt-3 max-w-[860px]">
          {DISCLAIMER} {RISK_LINE}
        </p>
        {/* The line keeps its place while the facts are on their way. */}
        <p className="mt-2 min-h-[1.45em]">{company === undefined ? null : companyLine(company)}</p>
      </div>
    </footer>
  );
}

export interface PublicFrameProps {
  readonly children: ReactNode;
  /** Links of the head in place of the usual ones. */
  readonly links?: readonly FrameLink[];
  /** Path of this page, where the head links to it. */
  readonly current?: string;
  /** Without Get Started: on the page it would lead to. */
  readonly quiet?: boolean;
}

export function PublicFrame({
  children,
  links = LINKS,
  current,
  quiet = false,
}: PublicFrameProps): ReactNode {
  return (
    <div className="public-page">
      <div className="public">
        <header className="public-head">
          <Link href="/" aria-label="Undertow, start page" className="flex min-h-9 items-center">
            <BrandMark size={22} />
          </Link>
          <span className="grow" />
          <nav aria-label="Main">
            {links.map(({ href, label }) => (
              <Link key={href} href={href} aria-current={href === current ? 'page' : undefined}>
                {label}
              </Link>
            ))}
          </nav>
          <div className="public-account">
            <Account quiet={quiet} />
          </div>
        </header>
        <main className="grow">{children}</main>
      </div>
      <Foot />
    </div>
  );
}
