/** The trading-platform connection: how it stands, its details with Save, Test and Disconnect, how its data comes in, and its log. */
import type { ReactNode } from 'react';
import { useRithmicConnection } from '#api/connection.ts';
import { connectionMessage, connectionWords } from '#lib/connection-words.ts';
import { formatDateTime } from '#lib/times.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Note } from '#ui/note.tsx';
import { AccountNotes } from './account-notes.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionHealth } from './connection-health.tsx';
import { ConnectionLog } from './connection-log.tsx';

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
