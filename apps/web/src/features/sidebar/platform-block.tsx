/** State of the trading-platform connection, with a way to ask again. */
import type { ReactNode } from 'react';
import { useRithmicConnection } from '#api/connection.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

interface Shown {
  readonly label: string;
  readonly tone: Tone;
  readonly dot: string;
}

const NOT_SET: Shown = { label: 'Not Set', tone: 'plain', dot: 'off' };
const STATES: Readonly<Record<'connected' | 'connecting' | 'error' | 'disconnected', Shown>> = {
  connected: { label: 'Connected', tone: 'ok', dot: 'ok' },
  connecting: { label: 'Connecting', tone: 'warn', dot: 'warn' },
  error: { label: 'Error', tone: 'bad', dot: 'bad' },
  disconnected: { label: 'Disconnected', tone: 'plain', dot: 'off' },
};

export function PlatformBlock(): ReactNode {
  const { data, error, isFetching, refetch } = useRithmicConnection();
  const shown = error === null ? (data?.status === undefined ? NOT_SET : STATES[data.status]) : STATES.error;
  const name = data?.server === 'rithmic_live_server' ? 'Rithmic Live' : 'Rithmic Paper';
  return (
    <section className="side-block" aria-label="Trading platform">
      <div className="block-head cap">
        <h2>Trading platform</h2>
        <Button
          kind="ghost"
          size="icon"
          aria-label="Refresh connection"
          aria-busy={isFetching}
          onClick={() => void refetch()}
        >
          <Icon name="refresh" size={13} />
        </Button>
      </div>
      <div className="flex h-5 items-center gap-2">
        <span className="dot" data-tone={shown.dot} />
        <span className="grow font-medium">{data?.status === undefined ? 'Rithmic' : name}</span>
        <Badge tone={shown.tone}>{shown.label}</Badge>
      </div>
      {data?.errorMessage === undefined || data.errorMessage === null ? null : (
        <p className="t-12 mt-1 text-text-3">{data.errorMessage}</p>
      )}
    </section>
  );
}
