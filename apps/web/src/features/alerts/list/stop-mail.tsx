/** The page behind the link of an alert mail: one sentence, one button, and then that it is done. */
import type { ReactNode } from 'react';
import { useStopAlertMail } from '#api/alerts/alert-rules.ts';
import { isRefusal } from '#api/client/api-error.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { Button } from '#ui/controls/button.tsx';

const SETTINGS = 'Settings, Notifications';

/** `token` is null where the link came without one. */
export function StopMail({ token }: { readonly token: string | null }): ReactNode {
  const stop = useStopAlertMail();
  if (token === null) {
    return (
      <p className="mt-3 text-text-2">
        This link is incomplete. You can turn off alert emails in {SETTINGS}.
      </p>
    );
  }
  if (stop.isSuccess) {
    return (
      <p className="mt-3 text-text-2" role="status">
        Alert emails are turned off. Your rules stay active and their alerts still appear in the product. You
        can turn emails on again in {SETTINGS}.
      </p>
    );
  }
  return (
    <>
      <p className="mt-3 text-text-2">
        Turn off emails from all of your alert rules. The rules stay active and their alerts still appear in
        the product.
      </p>
      <Button
        className="mt-4"
        kind="primary"
        size="large"
        busy={stop.isPending}
        busyText="Stopping..."
        onClick={() => stop.mutate(token)}
      >
        Stop alert emails
      </Button>
      {stop.error === null ? null : (
        <p className="field-error" role="alert">
          {isRefusal(stop.error, 'BAD_REQUEST') ? 'This link is not valid.' : readableError(stop.error)} You
          can also turn off alert emails in {SETTINGS}.
        </p>
      )}
    </>
  );
}
