/** Notice that registration is closed; renders nothing while it is open. */
import { REGISTRATIONS_CLOSED_MESSAGE } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useRegistrationsClosed } from '#api/site/site-state.ts';
import { Note } from '#ui/layout/note.tsx';

export function RegistrationsClosed(): ReactNode {
  if (!useRegistrationsClosed()) return null;
  return (
    <div className="mx-auto mt-5 max-w-[560px] text-left">
      <Note tone="warn" icon="info">
        {REGISTRATIONS_CLOSED_MESSAGE}
      </Note>
    </div>
  );
}
