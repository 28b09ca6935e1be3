/** A card with its title and, at the right of it, what acts on the whole. */
import { type ReactNode, useId } from 'react';

export interface CardProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Card({ title, note, actions, children }: CardProps): ReactNode {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {note === undefined ? null : <span className="min-w-0 text-text-3">{note}</span>}
        <span className="grow" />
        {actions}
      </div>
      {children}
    </section>
  );
}
