/** A small panel under a button. */
import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface PopoverProps {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly children: ReactNode;
  readonly align?: 'start' | 'center' | 'end';
  /** Where the caller closes it after a choice. */
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  /** Runs when it is gone, before the trigger takes the focus back, which `preventDefault` leaves out. */
  readonly onClosed?: (event: Event) => void;
}

export function Popover(props: PopoverProps): ReactNode {
  const { trigger, label, children, align = 'end', open, onOpenChange, onClosed } = props;
  const control = open === undefined ? {} : { open, ...(onOpenChange === undefined ? {} : { onOpenChange }) };
  return (
    <Radix.Root {...control}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="popover"
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          {...(onClosed === undefined ? {} : { onCloseAutoFocus: onClosed })}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
