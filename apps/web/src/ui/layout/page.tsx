/** A signed-in page that is not the dashboard: its title, and its content in a scrolling body. */
import type { ReactNode } from 'react';
import { ScrollRegion } from './scroll-region.tsx';

export interface PageProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, actions, children }: PageProps): ReactNode {
  return (
    <ScrollRegion className="page-body" label={title}>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h1 className="t-20 grow">{title}</h1>
        {actions}
      </div>
      {children}
    </ScrollRegion>
  );
}
