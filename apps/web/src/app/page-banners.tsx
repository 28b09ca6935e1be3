/**
 * Banners above every page, public ones included: the operator's notice, and as whom an administrator views the
 * product.
 */
import { lazy, type ReactNode, Suspense } from 'react';
import { useSignIn } from '#api/account/auth.ts';
import { SiteNotice } from '#features/site/site-notice.tsx';
import { untilLoaded } from '#lib/browser/until-loaded.ts';

// Only an administrator who looks as somebody ever sees it: no visitor loads what it needs
const ViewBanner = lazy(() =>
  untilLoaded(() => import('#features/account/view-banner.tsx')).then((file) => ({
    default: file.ViewBanner,
  })),
);

export function PageBanners(): ReactNode {
  const { user } = useSignIn();
  const view = user?.view ?? null;
  return (
    <>
      <SiteNotice />
      {user === null || view === null ? null : (
        <Suspense fallback={null}>
          <ViewBanner user={user} until={view.until} />
        </Suspense>
      )}
    </>
  );
}
