/** A section of the developers' page: text at the left, code at the right. */
import type { ReactNode } from 'react';

export interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly code?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ id, title, code, children }: SectionProps): ReactNode {
  return (
    <section id={id} className="dev-section" aria-labelledby={`${id}-title`}>
      <div className="dev-text">
        <h2 id={`${id}-title`} className="t-20">
          {title}
        </h2>
        {children}
      </div>
      <div className="dev-side">{code}</div>
    </section>
  );
}
