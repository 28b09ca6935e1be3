/** Above every page while an administrator views the product as a user: as whom, until when, and the way out. */
import type { CurrentUser } from '@undertow/contracts';
import { type ReactNode, useEffect } from 'react';
import { useEndView } from '#api/account/views.ts';
import { formatClock } from '#lib/format/times.ts';
import { Button } from '#ui/controls/button.tsx';
import { Banner } from '#ui/layout/banner.tsx';
import { toastError } from '#ui/overlays/toast-state.ts';

export interface ViewBannerProps {
  readonly user: CurrentUser;
  /** ISO 8601: the view ends by itself then. */
  readonly until: string;
}

/** A whole load at both ends: nothing of one user may stay on the screen of the other. */
function leave(user: CurrentUser): void {
  location.assign(`/admin/users/${encodeURIComponent(user.id)}`);
}

export function ViewBanner({ user, until }: ViewBannerProps): ReactNode {
  const end = useEndView();
  const untilMs = Date.parse(until);
  useEffect(() => {
    const timer = setTimeout(() => leave(user), Math.max(0, untilMs - Date.now()));
    return () => clearTimeout(timer);
  }, [user, untilMs]);
  const stop = (): void =>
    end.mutate(undefined, {
      onSuccess: () => leave(user),
      onError: (error) => toastError(error),
    });
  return (
    <section aria-label="View of a user">
      <Banner
        tone="warn"
        icon="person"
        action={
          <Button size="small" busy={end.isPending} onClick={stop}>
            End view
          </Button>
        }
      >
        <b className="break-words font-medium">
          You are viewing as {user.firstName ?? user.email ?? user.id}
        </b>{' '}
        until {formatClock(untilMs).slice(0, 5)}. This view is read-only.
      </Banner>
    </section>
  );
}
