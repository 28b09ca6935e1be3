/** One section of a landing page: its heading, what it says below, and its content. */
import './landing.css';
import type { ReactNode } from 'react';

export interface SectionProps {
  /** Anchor, and name of the heading. */
  readonly id: string;
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}

export function Section({ id, title, text, children }: SectionProps): ReactNode {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="landing-section">
      <h2 id={`${id}-title`}>{title}</h2>
      {text === undefined ? null : <p className="landing-sub">{text}</p>}
      {children}
    </section>
  );
}
