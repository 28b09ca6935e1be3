/** Services that find a port taken: which one is named, and nothing is left open. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSandboxSettings } from '#config/config.ts';
import { readDevelopmentKeys } from '#config/development-keys.ts';
import { openServices } from './open-services.ts';

/** Whether anything listens there. */
function responds(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}`).then(
    () => true,
    () => false,
  );
}

/** Of each later one several processes are started before it: daily the first, one in the middle and the last. */
const IS_LONG = process.env['LONG_TESTS'] === '1';
const DAILY: ReadonlySet<number> = new Set([1, 4, 7]);

const PORTS = [
  [1, 'identity issuer'],
  [2, 'Stripe'],
  [3, 'mailbox'],
  [4, 'mailbox'],
  [5, 'Rithmic gateway'],
  [6, 'stand-in for Databento'],
  [7, 'stand-in for Databento'],
] as const;

test.each(PORTS.filter(([step]) => IS_LONG || DAILY.has(step)))(
  'the port %i after the server’s is taken: it is named with the %s, and every service is closed',
  async (step, what) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'undertow-ports-'));
    // High ports that nothing else of these tests uses
    const port = 20_000 + (process.pid % 5_000) * 8;
    const blocker = createServer();
    await new Promise<void>((resolve) => {
      blocker.listen(port + step, '127.0.0.1', resolve);
    });
    const settings = readSandboxSettings(['--feed', 'databento', '--port', String(port)], {
      DATA_DIR: dataDir,
    });
    if (settings === null) throw new Error('no help was requested');
    const opened = openServices(settings, readDevelopmentKeys(dataDir), {});
    await expect(opened).rejects.toThrow(`Port ${port + step} is in use: the sandbox's ${what} takes it`);
    blocker.close();
    rmSync(dataDir, { recursive: true, force: true });
    for (const other of [1, 2, 3, 4, 5, 6, 7].filter((one) => one !== step))
      expect([other, await responds(port + other)]).toEqual([other, false]);
  },
);
