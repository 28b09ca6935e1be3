/** A small label; its tone says what it means. */
import type { ReactNode } from 'react';

export type Tone = 'plain' | 'ok' | 'warn' | 'bad' | 'info' | 'number';

export interface BadgeProps {
  readonly tone?: Tone;
  readonly children: ReactNode;
  readonly className?: string;
  readonly label?: string;
}

export function Badge({ tone = 'plain', children, className = '', label }: BadgeProps): ReactNode {
  return (
    <span className={`badge ${className}`} data-tone={tone}>
      {children}
      {label === undefined ? null : <span className="sr-only"> {label}</span>}
    </span>
  );
}

export function UnreadBadge({ count }: { readonly count: number }): ReactNode {
  return count === 0 ? null : (
    <Badge tone="number" label="unread">
      {count}
    </Badge>
  );
}
