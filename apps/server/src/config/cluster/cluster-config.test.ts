import { expect, test } from 'vitest';
import { z } from 'zod';
import { CLUSTER_SHAPE, clusterOf } from './cluster-config.ts';

const schema = z.object(CLUSTER_SHAPE);
const POSTGRES = 'postgres://localhost/undertow';
const NATS_URL = 'nats://127.0.0.1:4222';

function read(environment: Readonly<Record<string, string>>, databaseUrl?: string, feed = 'simulated') {
  return clusterOf(schema.parse(environment), { databaseUrl, feed });
}

test('a process without settings has every role and needs nobody', () => {
  const { cluster, faults } = read({});
  expect(faults).toEqual([]);
  expect([[...cluster.roles], cluster.nats]).toEqual([['market', 'web', 'work'], null]);
});

test('a role is reached over NATS and PostgreSQL', () => {
  const { cluster, faults } = read({ ROLES: 'web', NATS_URL, NATS_REPLICAS: '3' }, POSTGRES);
  expect(faults).toEqual([]);
  expect([[...cluster.roles], cluster.nats]).toEqual([['web'], { servers: NATS_URL, replicas: 3 }]);
});

test('several processes of every role share the work too', () => {
  expect(read({ NATS_URL }, POSTGRES).faults).toEqual([]);
});

test.each([
  [
    { ROLES: 'web' },
    POSTGRES,
    'NATS_URL is not set, and ROLES is web: expected the servers on which market and work',
  ],
  [{ ROLES: 'web,work', NATS_URL }, undefined, 'DATABASE_URL is not set: expected PostgreSQL'],
  [{ NATS_URL }, undefined, 'DATABASE_URL is not set'],
])('%j is refused, and what is missing is named', (environment, databaseUrl, fault) => {
  expect(read(environment, databaseUrl).faults.join()).toContain(fault);
});

test('traces go where OTLP_URL says, and nowhere without it', () => {
  expect(read({}).cluster.otlpUrl).toBe(null);
  expect(read({ OTLP_URL: 'http://127.0.0.1:4318' }).cluster.otlpUrl).toBe('http://127.0.0.1:4318');
});

test('a recording has a clock of its own, which others cannot follow', () => {
  expect(read({ NATS_URL }, POSTGRES, 'replay').faults.join()).toContain('MARKET_FEED=replay');
  expect(read({}, undefined, 'replay').faults).toEqual([]);
});

test.each([
  [{ ROLES: 'web,everything' }, 'expected some of market, web, work'],
  [{ ROLES: '' }, 'expected some of market, web, work'],
  [{ NATS_URL: 'http://127.0.0.1' }, 'expected nats://host:port'],
  [{ NATS_URL: 'nats://a:1,' }, 'expected nats://host:port'],
  [{ NATS_REPLICAS: '2' }, 'expected 1, or 3'],
  [{ OTLP_URL: 'grpc://127.0.0.1:4317' }, 'expected an http or https address'],
  [{ OTLP_URL: 'collector' }, 'expected an http or https address'],
])('%j is refused with what was expected', (environment, reason) => {
  expect(() => schema.parse(environment)).toThrow(reason);
});
