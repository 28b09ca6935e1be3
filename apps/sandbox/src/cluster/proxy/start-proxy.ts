/** Listens for browsers and passes everything on to the web processes. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { forwardRequest } from './forward-request.ts';
import { forwardUpgrade } from './forward-upgrade.ts';
import { UPSTREAM_TIMES, Upstreams } from './upstreams.ts';

export interface ProxySettings {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Of the web processes, on this machine. */
  readonly upstreams: readonly number[];
}

export interface RunningProxy {
  readonly port: number;
  /** No more connections are accepted; those that exist are cut. */
  close(): Promise<void>;
}

/** Rejects with EADDRINUSE where the port is taken. */
export async function startProxy(settings: ProxySettings, times = UPSTREAM_TIMES): Promise<RunningProxy> {
  const upstreams = new Upstreams(settings.upstreams, times);
  const tunnels = new Set<Duplex>();
  const server = createServer({
    // Any other upgrade, such as curl's offer of HTTP/2, is a request like others
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  });
  server.on('request', (request, response) => {
    forwardRequest(upstreams, request, response).catch(() => response.destroy());
  });
  server.on('upgrade', (request, client, head) => {
    tunnels.add(client);
    client.once('close', () => tunnels.delete(client));
    forwardUpgrade(upstreams, request, client, head).catch(() => client.destroy());
  });
  await upstreams.watch();
  server.listen(settings.port, settings.host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    async close() {
      upstreams.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      for (const client of tunnels) client.destroy();
      await closed;
    },
  };
}
