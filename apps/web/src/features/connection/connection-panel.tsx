/** The trading-platform connection as it stands, and what comes with it. */
import type { ReactNode } from 'react';
import { useRithmicConnection } from '#api/connection.ts';
import { Badge } from '#ui/badge.tsx';
import { Icon } from '#ui/icon.tsx';

export function ConnectionPanel(): ReactNode {
  const { data, error } = useRithmicConnection();
  const status = data?.status;
  return (
    <section className="card max-w-[560px] p-4" aria-label="Trading-platform connection">
      <div className="flex items-center gap-2">
        <span className="grow font-medium">Rithmic</span>
        <Badge tone={error === null ? 'plain' : 'bad'}>
          {error === null ? (status ?? 'Not Set') : 'Error'}
        </Badge>
      </div>
      <p className="note mt-3" data-tone="info">
        <Icon name="info" size={15} />
        <span>
          Linking your own trading-platform account comes with the Rithmic feed. Until then market data comes
          from the server’s own feed, and nothing has to be set here.
        </span>
      </p>
    </section>
  );
}
