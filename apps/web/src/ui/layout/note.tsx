/** A tinted line or paragraph with an icon: what to know before going on. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#ui/marks/icon.tsx';

export interface NoteProps {
  readonly tone: 'info' | 'warn' | 'bad';
  readonly icon: IconName;
  readonly children: ReactNode;
}

export function Note({ tone, icon, children }: NoteProps): ReactNode {
  return (
    <p className="note" data-tone={tone}>
      <Icon name={icon} size={15} />
      <span>{children}</span>
    </p>
  );
}
