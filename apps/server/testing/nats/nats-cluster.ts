/** Three nats-servers of a test's own that are one cluster. */
import { fileURLToPath } from 'node:url';
import { freePort, type NatsServer, startNatsServer } from './nats-server.ts';

const DEFAULT_CONFIG = fileURLToPath(new URL('./cluster.conf', import.meta.url));
const NODES = ['one', 'two', 'three'];

export interface ClusterGiven {
  /** A configuration file like `deploy/nats/server.conf`, and what it reads from the environment beside the addresses. */
  readonly config?: { readonly file: string; readonly environment?: Readonly<Record<string, string>> };
}

export interface NatsCluster {
  /** By the names `one`, `two` and `three`. */
  readonly nodes: ReadonlyMap<string, NatsServer>;
  /** `host:port` of all, with commas in between. */
  readonly servers: string;
  stop(): Promise<void>;
}

/** Resolves when every server answers; electing leaders takes them a moment more. Call `hasNats` first. */
export async function startNatsCluster({ config }: ClusterGiven = {}): Promise<NatsCluster> {
  const ports: number[] = [];
  // One after the other: a port is free until it is used
  for (let at = 0; at < NODES.length; at += 1) ports.push(await freePort());
  const password = config?.environment?.['NATS_CLUSTER_PASSWORD'] ?? 'routes';
  const routes = ports.map((port) => `nats-route://cluster:${password}@127.0.0.1:${port}`);
  const started = await Promise.all(
    NODES.map(async (name, at) => {
      const environment = {
        NATS_SERVER_NAME: name,
        NATS_LISTEN: '127.0.0.1:-1',
        NATS_CLUSTER_LISTEN: `127.0.0.1:${ports[at]}`,
        NATS_CLUSTER_PASSWORD: password,
        NATS_ROUTE_1: routes[0]!,
        NATS_ROUTE_2: routes[1]!,
        NATS_ROUTE_3: routes[2]!,
        ...config?.environment,
      };
      const file = config?.file ?? DEFAULT_CONFIG;
      return [name, await startNatsServer({ config: { file, environment } })] as const;
    }),
  );
  const nodes = new Map(started);
  return {
    nodes,
    servers: [...nodes.values()].map(({ port }) => `127.0.0.1:${port}`).join(','),
    async stop() {
      await Promise.all([...nodes.values()].map((node) => node.stop()));
    },
  };
}
