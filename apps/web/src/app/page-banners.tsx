/** What stands above every page, also above those that anybody may read: the operator's notice, and as whom an administrator looks. */
import type { ReactNode } from 'react';
import { useSignIn } from '#api/auth.ts';
import { ViewBanner } from '#features/account/view-banner.tsx';
import { SiteNotice } from '#features/site/site-notice.tsx';

export function PageBanners(): ReactNode {
  const { user } = useSignIn();
  const view = user?.view ?? null;
  return (
    <>
      <SiteNotice />
      {user === null || view === null ? null : <ViewBanner user={user} until={view.until} />}
    </>
  );
}
