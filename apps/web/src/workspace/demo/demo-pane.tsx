/** A pane of the demo's workspace: its name, its facts, and the place that it fills. */
import type { ReactNode } from 'react';
import { type Size, useSize } from '#lib/hooks/use-size.ts';

export interface DemoPaneProps {
  readonly name: string;
  readonly facts: ReactNode;
  /** Pixels inside the pane, without its head; 0 before the first layout. */
  readonly children: (size: Size) => ReactNode;
}

export function DemoPane({ name, facts, children }: DemoPaneProps): ReactNode {
  const [ref, size] = useSize();
  return (
    <section className="demo-pane" aria-label={name}>
      <header className="demo-pane-head">
        <h2>{name}</h2>
        <div className="demo-pane-facts">{facts}</div>
      </header>
      <div ref={ref} className="demo-pane-place">
        {children(size)}
      </div>
    </section>
  );
}
