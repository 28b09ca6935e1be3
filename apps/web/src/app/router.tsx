/** The paths of the product, and who may see each page. */
import type { DEVELOPER_PATHS, PublicPath, SignedInPath } from '@undertow/contracts';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { useSignIn } from '#api/account/auth.ts';
import { developerPagesOn } from '#lib/browser/developer-pages.ts';
import { needsOtherDocument, PAYMENT_PATH } from '#lib/browser/payment-document.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { takePendingPlan } from '#lib/state/pending-plan.ts';
import { ErrorBlock } from '#ui/layout/blocks.tsx';
import { FullPageSpinner } from '#ui/marks/spinner.tsx';
import { PageBanners } from './page-banners.tsx';
import { SignInOffer } from './sign-in-offer.tsx';
import { useKeptRegistration } from './use-kept-registration.ts';

const Shell = lazy(() => import('./shell.tsx').then((file) => ({ default: file.Shell })));
const Dashboard = lazy(() =>
  import('#pages/dashboard/dashboard.tsx').then((file) => ({ default: file.Dashboard })),
);
const PanePage = lazy(() => import('#pages/dashboard/pane.tsx').then((file) => ({ default: file.PanePage })));
const fetchLanding = () => import('#pages/public/landing.tsx');
const Landing = lazy(() => fetchLanding().then((file) => ({ default: file.Landing })));
// The first page of a visitor comes while the server answers who is signed in; a failure shows when the page is needed.
if (window.location.pathname === '/') fetchLanding().catch(() => undefined);
const Demo = lazy(() => import('#pages/public/demo.tsx').then((file) => ({ default: file.Demo })));
const Pricing = lazy(() => import('#pages/public/pricing.tsx').then((file) => ({ default: file.Pricing })));
const Register = lazy(() =>
  import('#pages/public/register.tsx').then((file) => ({ default: file.Register })),
);
const Terms = lazy(() => import('#pages/public/terms.tsx').then((file) => ({ default: file.Terms })));
const Privacy = lazy(() => import('#pages/public/privacy.tsx').then((file) => ({ default: file.Privacy })));
const Compliance = lazy(() =>
  import('#pages/public/compliance.tsx').then((file) => ({ default: file.Compliance })),
);
const Developers = lazy(() =>
  import('#pages/public/developers.tsx').then((file) => ({ default: file.Developers })),
);
const Whop = lazy(() => import('#pages/public/whop.tsx').then((file) => ({ default: file.Whop })));
const Notices = lazy(() => import('#pages/public/notices.tsx').then((file) => ({ default: file.Notices })));
const AlertMailStop = lazy(() =>
  import('#pages/public/alert-mail-stop.tsx').then((file) => ({ default: file.AlertMailStop })),
);
const Subscribe = lazy(() =>
  import('#pages/public/subscribe.tsx').then((file) => ({ default: file.Subscribe })),
);
const Settings = lazy(() =>
  import('#pages/signed-in/settings.tsx').then((file) => ({ default: file.Settings })),
);
const Alerts = lazy(() => import('#pages/signed-in/alerts.tsx').then((file) => ({ default: file.Alerts })));
const Backtests = lazy(() =>
  import('#pages/signed-in/backtests.tsx').then((file) => ({ default: file.Backtests })),
);
const BacktestPage = lazy(() =>
  import('#pages/signed-in/backtest.tsx').then((file) => ({ default: file.BacktestPage })),
);
const History = lazy(() =>
  import('#pages/signed-in/history.tsx').then((file) => ({ default: file.History })),
);
const TradeAnalysis = lazy(() =>
  import('#pages/signed-in/trade-analysis.tsx').then((file) => ({ default: file.TradeAnalysis })),
);
const AiAnalytics = lazy(() =>
  import('#pages/signed-in/ai-analytics.tsx').then((file) => ({ default: file.AiAnalytics })),
);
const LiveDataTest = lazy(() =>
  import('#pages/developer/live-data-test.tsx').then((file) => ({ default: file.LiveDataTest })),
);
const ChartTestDashboard = lazy(() =>
  import('#pages/developer/chart-test-dashboard.tsx').then((file) => ({ default: file.ChartTestDashboard })),
);
const EventPage = lazy(() =>
  import('#pages/signed-in/event.tsx').then((file) => ({ default: file.EventPage })),
);
const Admin = lazy(() => import('#pages/signed-in/admin.tsx').then((file) => ({ default: file.Admin })));
const AdminUserDetails = lazy(() =>
  import('#pages/signed-in/admin-user.tsx').then((file) => ({ default: file.AdminUserDetails })),
);
const NotFound = lazy(() =>
  import('#pages/public/not-found.tsx').then((file) => ({ default: file.NotFound })),
);

type PageAt<Path extends string> = Readonly<Record<Path, ComponentType>>;

/** Pages anybody may read; the landing page shares its path with the dashboard. */
const PUBLIC: PageAt<Exclude<PublicPath, '/'>> = {
  '/demo': Demo,
  '/pricing': Pricing,
  '/register': Register,
  '/terms': Terms,
  '/privacy': Privacy,
  '/compliance': Compliance,
  '/developers': Developers,
  '/subscribe': Subscribe,
  '/whop': Whop,
  '/notices': Notices,
  '/alert-mail/stop': AlertMailStop,
};

/** Pages of developers, where the server shows them. */
const DEVELOPER: PageAt<(typeof DEVELOPER_PATHS)[number]> = {
  '/live-data-test': LiveDataTest,
  '/chart-test-dashboard': ChartTestDashboard,
};

/** Pages that need a session; visitors are offered sign-in and return here. */
const SIGNED_IN: PageAt<SignedInPath> = {
  '/settings': Settings,
  '/backtests': Backtests,
  '/alerts': Alerts,
  '/history': History,
  '/trade-analysis': TradeAnalysis,
  '/ai-analytics': AiAnalytics,
};

const GUARDED: PageAt<string> = {
  ...SIGNED_IN,
  '/events/:id': EventPage,
  '/backtests/:id': BacktestPage,
  ...(developerPagesOn() ? DEVELOPER : {}),
};

/** Pages of administrators; for everybody else who is signed in there is nothing at them. */
const ADMIN: PageAt<string> = { '/admin': Admin, '/admin/users/:userId': AdminUserDetails };

function Wait(): ReactNode {
  return <FullPageSpinner text="Loading..." />;
}

/** Once signed in, a plan chosen before leads to its subscription; the payment page takes it by itself. */
function usePendingPlan(isSignedIn: boolean, path: string): void {
  useEffect(() => {
    if (!isSignedIn || path === PAYMENT_PATH) return;
    const plan = takePendingPlan();
    if (plan !== null) location.replace(`${PAYMENT_PATH}?plan=${encodeURIComponent(plan)}`);
    // Not at every path: who is signed in and chooses a plan goes their own way to it.
  }, [isSignedIn]);
}

/** True while the browser fetches the document that the path needs: the payment page is one of its own. */
function useRightDocument(path: string): boolean {
  const isOther = needsOtherDocument(path);
  useEffect(() => {
    // The address is already the new one: link, button and the browser's own back end here alike.
    if (isOther) location.reload();
  }, [isOther]);
  return isOther;
}

export function Routes(): ReactNode {
  const { user, isLoading, error, retry } = useSignIn();
  const [path] = useLocation();
  const isRegistering = useKeptRegistration(user !== null);
  usePendingPlan(user !== null && !isRegistering, path);
  const isLeaving = useRightDocument(path);
  if (isLeaving) return <Wait />;
  if (isLoading) return <FullPageSpinner text="Loading..." note="Checking your sign-in" />;
  if (isRegistering) return <FullPageSpinner text="Loading..." note="Saving your registration" />;
  if (error !== null) {
    return (
      <main className="grid min-h-dvh place-items-center">
        <ErrorBlock title="The server could not be reached" text={readableError(error)} onRetry={retry} />
      </main>
    );
  }
  const open = (Page: ComponentType): ReactNode => (
    <>
      <PageBanners />
      <Page />
    </>
  );
  const alone = (Page: ComponentType): ReactNode =>
    user === null ? (
      open(SignInOffer)
    ) : (
      <Shell user={user} isAlone>
        <Page />
      </Shell>
    );
  const guarded = (Page: ComponentType): ReactNode =>
    user === null ? (
      open(SignInOffer)
    ) : (
      <Shell user={user}>
        <Page />
      </Shell>
    );
  return (
    <Suspense fallback={<Wait />}>
      <Switch>
        <Route path="/">{user === null ? open(Landing) : guarded(Dashboard)}</Route>
        <Route path="/panes/:name">{alone(PanePage)}</Route>
        {Object.entries(PUBLIC).map(([path, Page]) => (
          <Route key={path} path={path}>
            {open(Page)}
          </Route>
        ))}
        {Object.entries(GUARDED).map(([path, Page]) => (
          <Route key={path} path={path}>
            {guarded(Page)}
          </Route>
        ))}
        {Object.entries(ADMIN).map(([path, Page]) => (
          <Route key={path} path={path}>
            {user === null || user.role === 'admin' ? guarded(Page) : open(NotFound)}
          </Route>
        ))}
        <Route>{open(NotFound)}</Route>
      </Switch>
    </Suspense>
  );
}
