/** The page behind the link of an alert mail: one sentence, one button, and then that it is done. */
import type { ReactNode } from 'react';
import { useStopAlertMail } from '#api/alerts/alert-rules.ts';
import { isRefusal, readableError } from '#api/client/api-error.ts';
import { Button } from '#ui/controls/button.tsx';

const SETTINGS = 'Settings, Notifications';

/** `token` is null where the link came without one. */
export function StopMail({ token }: { readonly token: string | null }): ReactNode {
  const stop = useStopAlertMail();
  if (token === null) {
    return (
      <p className="mt-3 text-text-2">
        This link is not whole. Mails of alerts can be stopped in {SETTINGS}.
      </p>
    );
  }
  if (stop.isSuccess) {
    return (
      <p className="mt-3 text-text-2" role="status">
        Done: no more mails of alerts are sent to you. Your rules go on, and their alerts are kept in the
        product. Mails can be switched on again in {SETTINGS}.
      </p>
    );
  }
  return (
    <>
      <p className="mt-3 text-text-2">
        One press, and no alert rule sends you mail any more. Your rules go on, and their alerts are kept in
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
        Stop mails of alerts
      </Button>
      {stop.error === null ? null : (
        <p className="field-error" role="alert">
          {isRefusal(stop.error, 'BAD_REQUEST') ? 'This link is not valid.' : readableError(stop.error)} Mails
          of alerts can also be stopped in {SETTINGS}.
        </p>
      )}
    </>
  );
}
