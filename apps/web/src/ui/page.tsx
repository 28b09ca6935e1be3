/** A signed-in page that is not the dashboard: its title, and its content in a scrolling body. */
import type { ReactNode } from 'react';

export interface PageProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, actions, children }: PageProps): ReactNode {
  return (
    // It scrolls: without a place in the tab order the keyboard could not reach what lies below.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is the case the rule's text allows
    <section className="page-body" aria-label={title} tabIndex={0}>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h1 className="t-20 grow">{title}</h1>
        {actions}
      </div>
      {children}
    </section>
  );
}
