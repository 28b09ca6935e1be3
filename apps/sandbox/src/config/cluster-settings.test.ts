/** Arguments that `npm run cluster` accepts and refuses. */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type ClusterSettings, readClusterCommand } from './cluster-settings.ts';
import { SandboxError } from './config.ts';

function settingsOf(args: readonly string[], environment: Record<string, string> = {}): ClusterSettings {
  const command = readClusterCommand(args, environment);
  if (command.act !== 'start') throw new Error('expected a start');
  return command.settings;
}

test('by default there are two processes of each role and four instruments, in a data folder of its own', () => {
  const settings = settingsOf([]);
  expect(settings.processes).toEqual([
    { role: 'market', name: 'market-1', port: 3020 },
    { role: 'market', name: 'market-2', port: 3021 },
    { role: 'web', name: 'web-1', port: 3030 },
    { role: 'web', name: 'web-2', port: 3031 },
    { role: 'work', name: 'work-1', port: 3040 },
    { role: 'work', name: 'work-2', port: 3041 },
  ]);
  expect(settings).toMatchObject({
    instruments: 'ES,NQ,CL,GC',
    sandbox: { port: 3000, dataDir: resolve('.data/cluster'), environment: { MARKET_FEED: 'databento' } },
  });
});

test('arguments win over the environment', () => {
  const given = ['--port', '4000', '--data-dir', '/data', '--instruments', 'ES,NQ', '--web', '3'];
  const settings = settingsOf(given, { PORT: '5000', DATA_DIR: '/other' });
  expect(settings).toMatchObject({
    instruments: 'ES,NQ',
    sandbox: { port: 4000, dataDir: '/data', publicOrigin: 'http://localhost:4000' },
  });
  expect(settings.processes.filter(({ role }) => role === 'web').map(({ port }) => port)).toEqual([
    4030, 4031, 4032,
  ]);
});

test('no two parts have the same port, with as many processes as there may be', () => {
  const { processes, nats, postgresPort, sandbox } = settingsOf([
    '--market',
    '9',
    '--web',
    '9',
    '--work',
    '9',
  ]);
  const { issuerPort, stripePort, mailboxPort, smtpPort, gatewayPort } = sandbox;
  const services = [sandbox.port, issuerPort, stripePort, mailboxPort, smtpPort, gatewayPort];
  const ports = [
    ...services,
    ...processes.map(({ port }) => port),
    ...nats.flatMap((one) => Object.values(one)),
    postgresPort,
  ];
  expect(new Set(ports).size).toBe(ports.length);
});

test.each([
  [['--market', '0'], 'expected a whole number from 1 to 9'],
  [['--web', '10'], 'expected a whole number from 1 to 9'],
  [['--work', 'two'], 'expected a whole number from 1 to 9'],
  [['--instruments', 'es'], 'expected symbols separated by commas'],
  [['--port', '65500'], 'expected a whole number from 1 to 65485'],
  [['--replicas', '3'], '--data-dir DIR'],
])('%j is refused with what was expected', (args, message) => {
  expect(() => readClusterCommand(args, {})).toThrow(SandboxError);
  expect(() => readClusterCommand(args, {})).toThrow(message);
});

test('production is refused', () => {
  expect(() => readClusterCommand([], { NODE_ENV: 'production' })).toThrow('The sandbox is for development');
});

test('status and help start nothing', () => {
  expect(readClusterCommand(['--status', '--data-dir', '/data'], {})).toEqual({
    act: 'status',
    dataDir: '/data',
    all: false,
  });
  expect(readClusterCommand(['--help'], {})).toEqual({ act: 'help' });
});
