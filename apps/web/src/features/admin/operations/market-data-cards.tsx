/** Cards about market data: the session with the vendor, what its history cost, and what is recorded. */
import type { FeedSession, OperationsFacts } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { PlainTable } from '#features/admin/parts/plain-table.tsx';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FactList } from '#ui/layout/fact-list.tsx';
import { Note } from '#ui/layout/note.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { diskText, recordingGrid, sessionRows, spendingRows } from './session-words.ts';

const TONES: Readonly<Record<FeedSession['state'], 'ok' | 'warn' | 'bad'>> = {
  connecting: 'warn',
  running: 'ok',
  waiting: 'warn',
  ended: 'bad',
};

/** Nothing for feeds that keep no session with a vendor. */
export function SessionCard({ feed }: Pick<OperationsFacts, 'feed'>): ReactNode {
  const { session, source } = feed;
  if (session === null) return null;
  return (
    <Card title="Market feed" note={source}>
      <FactList
        facts={[
          [
            'Session',
            <Badge key="state" tone={TONES[session.state]}>
              {session.state}
            </Badge>,
          ],
          ...sessionRows(session),
        ]}
      />
    </Card>
  );
}

/** Nothing where no budget was set and nothing was spent. */
export function SpendingCard({ spending }: Pick<OperationsFacts, 'spending'>): ReactNode {
  if (spending === null)
    return (
      <Card title="Historical data, spent">
        <div className="px-3.5 pb-3">
          <Note tone="bad" icon="warning">
            The ledger of what was spent cannot be read. The server log names the reason.
          </Note>
        </div>
      </Card>
    );
  if (spending.every(({ state, spentDollars }) => state === 'none' && spentDollars === 0)) return null;
  return (
    <Card title="Historical data, spent" note="stops at 100%">
      <FactList facts={spendingRows(spending)} />
    </Card>
  );
}

export function RecordingsCard({ recordings }: Pick<OperationsFacts, 'recordings'>): ReactNode {
  const { tradingDays, rows } = recordingGrid(recordings);
  return (
    <Card title="Recordings" note={diskText(recordings)}>
      {recordings.failed.map(({ product, error }) => (
        <div key={product} className="px-3.5 pb-3">
          <Note tone="bad" icon="warning">
            {product} is not recorded: {error}
          </Note>
        </div>
      ))}
      {rows.length === 0 ? (
        <EmptyBlock
          title="Nothing is recorded yet"
          text="A recording begins with the session of an instrument."
        />
      ) : (
        <PlainTable
          label="Recordings by product and trading day, table"
          heads={['Product', ...tradingDays]}
          numbers={tradingDays.map((_, index) => index + 1)}
          rows={rows.map(({ name, cells }) => ({ key: name, cells: [name, ...cells] }))}
        />
      )}
    </Card>
  );
}
