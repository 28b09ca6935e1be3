/**
 * A region that scrolls, down or sideways: named and in the tab order, or the keyboard could not reach what lies beyond
 * its edge.
 */
import type { ReactNode } from 'react';

export interface ScrollRegionProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function ScrollRegion({
  label,
  className = 'overflow-x-auto',
  children,
}: ScrollRegionProps): ReactNode {
  return (
    // Relative, so that words for screen readers, which have no position, scroll with it and do not widen the page
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is the case the rule's text allows
    <section className={`relative ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
