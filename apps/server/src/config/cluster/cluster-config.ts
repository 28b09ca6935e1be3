/** The settings of roles: which parts of the server run in this process, the wire to those that run elsewhere, and what traces both. */
import { z } from 'zod';

const ROLES = ['market', 'web', 'work'] as const;
export type Role = (typeof ROLES)[number];

const roles = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(ROLES, { message: 'expected some of market, web, work, separated by commas' })).min(1))
  .transform((names) => new Set<Role>(names));

const natsUrl = z
  .string()
  .regex(
    /^(nats|tls):\/\/[^\s,]+(,(nats|tls):\/\/[^\s,]+)*$/,
    'expected nats://host:port, several separated by commas',
  );

const otlpUrl = z.url({
  protocol: /^https?$/,
  error: 'expected an http or https address such as http://127.0.0.1:4318',
});

export const CLUSTER_SHAPE = {
  ROLES: roles.default(new Set(ROLES)),
  NATS_URL: natsUrl.optional(),
  NATS_REPLICAS: z
    .enum(['1', '3'], { message: 'expected 1, or 3 for a cluster of three nodes' })
    .transform((text) => (text === '3' ? 3 : 1))
    .default(1),
  OTLP_URL: otlpUrl.optional(),
};

const clusterSchema = z.object(CLUSTER_SHAPE);

export interface ClusterConfig {
  /** Addresses of the NATS servers; null: this process is the only one. */
  readonly nats: { readonly servers: string; readonly replicas: 1 | 3 } | null;
  readonly roles: ReadonlySet<Role>;
  /** The collector of traces; null: nothing is traced. */
  readonly otlpUrl: string | null;
}

interface Surroundings {
  readonly databaseUrl: string | undefined;
  readonly feed: string;
}

/** What is missing for a process that shares its work with others is a fault. */
export function clusterOf(
  { ROLES: own, NATS_URL: servers, NATS_REPLICAS: replicas, OTLP_URL: otlp }: z.output<typeof clusterSchema>,
  { databaseUrl, feed }: Surroundings,
): { readonly cluster: ClusterConfig; readonly faults: readonly string[] } {
  const faults: string[] = [];
  const names = [...own].join(',');
  const missing = ROLES.filter((role) => !own.has(role));
  if (servers === undefined && missing.length > 0)
    faults.push(
      `NATS_URL is not set, and ROLES is ${names}: expected the servers on which ${missing.join(' and ')} is reached`,
    );
  if (databaseUrl === undefined && (servers !== undefined || missing.length > 0))
    faults.push('DATABASE_URL is not set: expected PostgreSQL, because several processes share the database');
  if (servers !== undefined && feed === 'replay')
    faults.push(
      'MARKET_FEED=replay has a clock of its own: expected a process of every role, without NATS_URL',
    );
  return {
    cluster: {
      ...{ roles: own, otlpUrl: otlp ?? null },
      nats: servers === undefined ? null : { servers, replicas },
    },
    faults,
  };
}
