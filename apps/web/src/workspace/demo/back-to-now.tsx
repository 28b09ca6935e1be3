/** The button of a pane that was moved away from the present. */
import type { ReactNode } from 'react';
import { Button } from '#ui/controls/button.tsx';

export function BackToNow({
  isLive,
  onClick,
}: {
  readonly isLive: boolean;
  readonly onClick: () => void;
}): ReactNode {
  if (isLive) return null;
  return (
    <Button size="small" className="demo-back" onClick={onClick}>
      Back to now
    </Button>
  );
}
