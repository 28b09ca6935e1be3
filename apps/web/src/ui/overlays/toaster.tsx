/** The region of toasts: F8 focuses it, a swipe of 50 px dismisses. */
import { Toast as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useObservable } from '#lib/state/observable.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { dismissToast, TOAST_DURATION_MS, TOAST_SWIPE_PX, toasts } from './toast-state.ts';

export function Toaster(): ReactNode {
  const items = useObservable(toasts);
  return (
    <Radix.Provider duration={TOAST_DURATION_MS} swipeThreshold={TOAST_SWIPE_PX}>
      {items.map((item) => (
        <Radix.Root
          key={item.id}
          className="toast"
          open={item.open}
          type={item.destructive === true ? 'foreground' : 'background'}
          onOpenChange={(open) => (open ? undefined : dismissToast(item.id))}
        >
          <span className={item.destructive === true ? 'text-bad' : 'text-ok'}>
            <Icon name={item.destructive === true ? 'warning' : 'check'} size={16} />
          </span>
          <Radix.Title className="font-medium">{item.title}</Radix.Title>
          <Radix.Close asChild>
            <Button kind="ghost" size="icon" aria-label="Dismiss">
              <Icon name="close" size={14} />
            </Button>
          </Radix.Close>
          {item.text === undefined ? null : (
            <Radix.Description className="col-start-2 text-text-2">{item.text}</Radix.Description>
          )}
          {item.action === undefined ? null : (
            <Radix.Action asChild altText={item.action.label}>
              <Button
                size="small"
                className="col-start-2 mt-1 justify-self-start"
                onClick={item.action.onPick}
              >
                {item.action.label}
              </Button>
            </Radix.Action>
          )}
        </Radix.Root>
      ))}
      <Radix.Viewport className="toast-region" hotkey={['F8']} />
    </Radix.Provider>
  );
}
