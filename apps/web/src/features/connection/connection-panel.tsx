/**
 * The trading-platform connection: its state, its details with Save, Test and Disconnect, how its data comes in, and
 * its log.
 */

import type { RithmicConnection } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useRithmicConnection } from '#api/account/connection.ts';
import { formatDateTime } from '#lib/format/times.ts';
import { connectionMessage, connectionWords } from '#lib/words/connection-words.ts';
import { Card } from '#ui/layout/card.tsx';
import { Note } from '#ui/layout/note.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionHealth } from './connection-health.tsx';
import { ConnectionLog } from './connection-log.tsx';

type Account = NonNullable<RithmicConnection['account']>;

function sessionWords({ sessions: { inUse, most } }: Account): string | null {
  if (most === null) return null;
  const used = `This connection uses ${inUse} of ${most} market-data sessions; other programs are not counted.`;
  return most === 1 ? `${used} Any other login ends this connection.` : used;
}

/** What an account needs before its market data is refused: agreements to sign, and the sessions that it may have. */
function AccountNotes({ account }: { readonly account: Account }): ReactNode {
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

export function ConnectionPanel(): ReactNode {
  const { data, error } = useRithmicConnection();
  const words = connectionWords(data, error !== null);
  const message = connectionMessage(data, error !== null);
  const last = data?.lastConnected ?? null;
  return (
    <div className="settings-grid">
      <div>
        <Card
          title="Rithmic"
          actions={
            <span className="flex items-center gap-2" role="status">
              {words === null ? null : (
                <>
                  <span className="dot" data-tone={words.dot} />
                  <Badge tone={words.tone}>{words.text}</Badge>
                </>
              )}
            </span>
          }
        >
          {message === null ? null : (
            <div className="px-4 pt-4">
              <Note tone="bad" icon="warning">
                {message}
              </Note>
            </div>
          )}
          {last === null ? null : (
            <p className="px-4 pt-4 text-text-2">Last connected {formatDateTime(Date.parse(last))}</p>
          )}
          {data?.account == null ? null : <AccountNotes account={data.account} />}
          <ConnectionForm connection={data} isConnected={error === null && data?.status === 'connected'} />
        </Card>
      </div>
      <div>
        <ConnectionHealth connection={data} />
        <ConnectionLog status={data?.status} />
      </div>
    </div>
  );
}
