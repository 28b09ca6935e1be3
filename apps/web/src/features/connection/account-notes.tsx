/** What an account needs before its market data is refused: agreements to sign, and the sessions that it may have. */
import type { RithmicConnection } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Note } from '#ui/layout/note.tsx';

type Account = NonNullable<RithmicConnection['account']>;

function sessionWords({ sessions: { inUse, most } }: Account): string | null {
  if (most === null) return null;
  const used = `This connection uses ${inUse} of ${most} market-data sessions; other programs are not counted.`;
  return most === 1 ? `${used} Any other login ends this connection.` : used;
}

export function AccountNotes({ account }: { readonly account: Account }): ReactNode {
  const unsigned = account.unsignedAgreements ?? [];
  const sessions = sessionWords(account);
  return (
    <>
      {unsigned.length === 0 ? null : (
        <div className="px-4 pt-4">
          <Note tone="warn" icon="warning">
            Not signed yet: {unsigned.join('; ')}. Sign them in R | Trader, or Rithmic will refuse market
            data.
          </Note>
        </div>
      )}
      {sessions === null ? null : <p className="px-4 pt-4 text-text-2">{sessions}</p>}
    </>
  );
}
