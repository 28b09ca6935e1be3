/** One line across the top of a page: what is going on, and what can be done about it. */
import type { ReactNode } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Icon, type IconName } from '#ui/marks/icon.tsx';

export interface BannerProps {
  readonly tone: 'info' | 'warn' | 'bad';
  readonly icon: IconName;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Where it may be dismissed. */
  readonly onDismiss?: (() => void) | undefined;
  /** Not announced by itself: a live region beside it is, or this is a preview. */
  readonly isQuiet?: boolean;
}

export function Banner({ tone, icon, children, action, onDismiss, isQuiet = false }: BannerProps): ReactNode {
  return (
    <div
      className="note min-h-[34px] shrink-0 items-center rounded-none py-0 max-md:py-1.5"
      data-tone={tone}
      role={tone === 'bad' && !isQuiet ? 'alert' : undefined}
    >
      <Icon name={icon} size={15} />
      <span className="grow">{children}</span>
      {action}
      {onDismiss === undefined ? null : (
        <Button kind="ghost" size="icon" aria-label="Dismiss" onClick={onDismiss}>
          <Icon name="close" size={14} />
        </Button>
      )}
    </div>
  );
}
