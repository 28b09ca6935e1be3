/** Arguments and environment that `npm start` accepts and refuses. */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readSandboxSettings, SandboxError } from './config.ts';

test('by default the product is at http://localhost:3000, the sandbox on the following ports', () => {
  expect(readSandboxSettings([], {})).toMatchObject({
    port: 3000,
    issuerPort: 3001,
    publicOrigin: 'http://localhost:3000',
    issuer: 'http://localhost:3001',
    stripePort: 3002,
    stripe: 'http://localhost:3002',
    mailboxPort: 3003,
    mailbox: 'http://localhost:3003',
    smtpPort: 3004,
    gatewayPort: 3005,
    gateway: 'wss://127.0.0.1:3005',
    watch: false,
  });
});

test('arguments win over the environment', () => {
  const settings = readSandboxSettings(['--port', '4100', '--seed', '7'], { PORT: '4000', SIM_SEED: '1' });
  expect(settings).toMatchObject({ port: 4100, issuerPort: 4101, environment: { SIM_SEED: '7' } });
  expect(readSandboxSettings([], { PORT: '4000' })?.issuer).toBe('http://localhost:4001');
});

test('a recording becomes the feed, found from where npm was called', () => {
  const settings = readSandboxSettings(['--replay', 'day.dbn.zst', '--speed', '10'], {});
  expect(settings?.environment).toMatchObject({
    MARKET_FEED: `replay:${resolve('day.dbn.zst')}`,
    REPLAY_SPEED: '10',
  });
});

test('Databento is the feed by argument or by the environment, on the two ports after the others', () => {
  for (const settings of [
    readSandboxSettings(['--feed', 'databento'], { DATA_DIR: '/data' }),
    readSandboxSettings([], { MARKET_FEED: 'databento', DATA_DIR: '/data' }),
    readSandboxSettings([], { FEED: 'databento', DATA_DIR: '/data' }),
  ])
    expect(settings).toMatchObject({
      databento: { livePort: 3006, historyPort: 3007, keyFile: resolve('/data/sandbox-databento.key') },
      environment: { MARKET_FEED: 'databento', FEED: undefined },
    });
  expect(readSandboxSettings(['--feed', 'simulated'], { MARKET_FEED: 'databento' })).toMatchObject({
    databento: null,
    environment: { MARKET_FEED: 'simulated' },
  });
  expect(readSandboxSettings([], {})?.databento).toBeNull();
});

test.each([
  [['--port', 'x'], {}, 'expected a whole number'],
  [['--port', '65529'], {}, 'from 1 to 65528'],
  [['--colour'], {}, '--replay FILE'],
  [['--feed', 'bloomberg'], {}, 'expected simulated, databento or none'],
  [['--feed', 'databento', '--replay', 'day.dbn'], {}, 'exclude each other'],
  [[], { NODE_ENV: 'production' }, 'The sandbox is for development and tests'],
])('T30 %j with %j is refused', (args, environment, message) => {
  expect(() => readSandboxSettings(args, environment)).toThrow(SandboxError);
  expect(() => readSandboxSettings(args, environment)).toThrow(message);
});

test('--help prints the usage and starts nothing', () => {
  expect(readSandboxSettings(['--help'], {})).toBeNull();
});
