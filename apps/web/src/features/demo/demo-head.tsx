/** The head of the demo: whose page it is, that nothing on it is real, the theme, and the ways onward. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { loginAddress, useSignIn } from '#api/account/auth.ts';
import { useTheme } from '#lib/browser/theme.tsx';
import { Button, ButtonLink, ServerLink } from '#ui/controls/button.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { BrandMark } from '#ui/marks/brand.tsx';
import { Icon } from '#ui/marks/icon.tsx';

/** Kept in the browser only: a visitor has no preferences at the server. */
function ThemeButton(): ReactNode {
  const { theme, setTheme } = useTheme();
  const next = theme === 'dark' ? 'light' : 'dark';
  return (
    <Button kind="ghost" size="icon" aria-label={`Switch to ${next} theme`} onClick={() => setTheme(next)}>
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} size={15} />
    </Button>
  );
}

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
      <ServerLink href={loginAddress()}>Sign In</ServerLink>
      <ServerLink href={loginAddress()} kind="primary">
        Get Started
      </ServerLink>
    </>
  );
}

/** `children` choose the view. */
export function DemoHead({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <header className="demo-head">
      <Link href="/" aria-label="Undertow, start page" className="flex min-h-9 items-center">
        <BrandMark size={22} />
      </Link>
      <Badge tone="warn">SIMULATED</Badge>
      {children}
      <span className="demo-real text-text-3">No real market data, no account needed</span>
      <span className="grow" />
      <nav aria-label="Main" className="demo-ways">
        <ThemeButton />
        <ButtonLink href="/pricing" kind="ghost">
          Pricing
        </ButtonLink>
        <Account />
      </nav>
    </header>
  );
}
