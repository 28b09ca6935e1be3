/** State of the trading-platform connection, with a way to ask again. */
import type { ReactNode } from 'react';
import { useRithmicConnection } from '#api/account/connection.ts';
import { connectionMessage, connectionWords } from '#lib/words/connection-words.ts';
import { Button } from '#ui/controls/button.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Icon } from '#ui/marks/icon.tsx';

export function PlatformBlock(): ReactNode {
  const { data, error, isFetching, refetch } = useRithmicConnection();
  const shown = connectionWords(data, error !== null);
  const message = connectionMessage(data, error !== null);
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
        <span className="dot" data-tone={shown?.dot ?? 'off'} />
        <span className="grow font-medium">{data?.status === undefined ? 'Rithmic' : name}</span>
        {shown === null ? null : <Badge tone={shown.tone}>{shown.text}</Badge>}
      </div>
      {message === null ? null : <p className="t-12 mt-1 text-text-3">{message}</p>}
    </section>
  );
}
