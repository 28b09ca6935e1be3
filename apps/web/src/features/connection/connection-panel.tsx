/** The trading-platform connection as it stands, and its fields, which come with the Rithmic feed. */
import { RITHMIC_DOMAINS, RITHMIC_SERVERS, type RithmicConnection } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useRithmicConnection } from '#api/connection.ts';
import { formatDateTime } from '#lib/times.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Note } from '#ui/note.tsx';
import { Select } from '#ui/select.tsx';
import { TextField } from '#ui/text-field.tsx';

type Status = NonNullable<RithmicConnection['status']>;

const STATUS: Readonly<Record<Status, { readonly text: string; readonly tone: Tone }>> = {
  connected: { text: 'Connected', tone: 'ok' },
  connecting: { text: 'Connecting', tone: 'warn' },
  error: { text: 'Error', tone: 'bad' },
  disconnected: { text: 'Disconnected', tone: 'plain' },
};

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const nothing = (): void => undefined;

/** Dead until the feed is there: nobody types a password into a form that would refuse it. */
function Fields({ connection }: { readonly connection: RithmicConnection | undefined }): ReactNode {
  return (
    <>
      <div className="form-grid p-4">
        <TextField label="Username" required disabled defaultValue={connection?.username ?? ''} />
        <TextField label="Password" required disabled type="password" autoComplete="off" />
        <Select
          label="Server"
          value={connection?.server ?? RITHMIC_SERVERS[0]}
          options={options(RITHMIC_SERVERS)}
          onChange={nothing}
          disabled
        />
        <Select
          label="Domain"
          value={RITHMIC_DOMAINS[0]}
          options={options(RITHMIC_DOMAINS)}
          onChange={nothing}
          disabled
        />
      </div>
      <div className="flex gap-2 border-line border-t px-4 py-3">
        <Button kind="primary" disabled>
          Save
        </Button>
        <Button disabled>Test</Button>
        {connection?.status === 'connected' ? (
          <Button kind="danger" className="ml-auto" disabled>
            Disconnect
          </Button>
        ) : null}
      </div>
    </>
  );
}

export function ConnectionPanel(): ReactNode {
  const { data, error } = useRithmicConnection();
  const failed = { text: 'Error', tone: 'bad' as const };
  const status = error !== null ? failed : data?.status === undefined ? null : STATUS[data.status];
  const last = data?.lastConnected ?? null;
  return (
    <div className="max-w-[720px]">
      <Card
        title="Rithmic"
        actions={<Badge tone={status?.tone ?? 'plain'}>{status?.text ?? 'Not Set'}</Badge>}
      >
        <div className="px-4 pt-4">
          <Note tone="info" icon="info">
            Linking your own trading-platform account comes with the Rithmic feed. Until then market data
            comes from the server’s own feed, and nothing can be set here.
          </Note>
          {last === null ? null : (
            <p className="mt-3 text-text-2">Last connected {formatDateTime(Date.parse(last))}</p>
          )}
          {data?.errorMessage === null || data?.errorMessage === undefined ? null : (
            <p className="mt-3 text-bad">{data.errorMessage}</p>
          )}
        </div>
        <Fields connection={data} />
      </Card>
    </div>
  );
}
