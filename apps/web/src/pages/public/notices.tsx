/** The open-source packages that the product is made of, with their licences. */
import type { ReactNode } from 'react';
import { NoticeList } from '#features/legal/notice-list.tsx';
import { PublicFrame } from '#features/marketing/frame/public-frame.tsx';
import { usePageTitle } from '#lib/hooks/use-title.ts';

export function Notices(): ReactNode {
  usePageTitle('/notices');
  return (
    <PublicFrame>
      <section className="max-w-[860px] py-10">
        <h1 className="t-32 tracking-[-0.03em]">Open-source notices</h1>
        <p className="mt-2 text-[17px] text-text-2">
          Undertow is built with these packages. Each is used under its own licence; thanks to the people who
          made them.
        </p>
        <NoticeList />
      </section>
    </PublicFrame>
  );
}
