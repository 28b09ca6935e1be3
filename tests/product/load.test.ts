/** The load generator of the command line against the started product: sockets of every plan, none of whose frames is wrong. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childProcesses } from '#tests/drive/child-processes.ts';
import { type Product, startProduct } from '#tests/drive/product.ts';

const MAIN = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url));

let product: Product;
beforeAll(async () => {
  // More history than fifteen minutes: a delayed viewer of a first start has none of the present's yet
  product = await startProduct({ seed: 7, env: { SIM_INSTRUMENTS: 'ES,NQ', SIM_HISTORY_MINUTES: '30' } });
}, 240_000);
afterAll(() => product?.stop());

function load(...options: readonly string[]) {
  const argv = [MAIN, 'load', '--url', product.origin, '--sockets', '40', '--json', ...options];
  return new Promise<{ code: number | null; report: Record<string, unknown>; notes: string }>((resolve) => {
    const child = execFile(process.execPath, argv, (_, stdout, notes) =>
      resolve({ code: child.exitCode, report: JSON.parse(stdout || '{}'), notes }),
    );
  });
}

test('forty sockets of all plans: every frame is right, and the content is that of the API and of each other', async () => {
  const { pid = 0 } =
    childProcesses(product.process.pid ?? 0).find(({ command }) => command.includes('server/src/main.ts')) ??
    {};
  const processes = JSON.stringify([{ role: 'server', pid, url: product.origin }]);
  const { code, report, notes } = await load('--minutes', '0.06', '--processes', processes);
  expect(notes).toContain('The feed does not carry 1 of the instruments');
  expect(report, notes).toMatchObject({
    ...{ sockets: 40, open: 40, wrongShown: [], wrong: 0, closedBy: {} },
    plans: [
      { plan: 'free', sockets: 4 },
      { plan: 'basic', sockets: 12 },
      { plan: 'pro', sockets: 16 },
      { plan: 'elite', sockets: 8 },
    ],
    roles: [{ role: 'server', processes: 1, gone: 0 }],
    content: { sockets: 3, unanswered: {} },
  });
  const { compared } = report['content'] as { compared: number };
  expect(compared).toBeGreaterThan(0);
  for (const { plan, frames } of report['plans'] as { plan: string; frames: number }[])
    expect(frames > 0, plan).toBe(plan !== 'free');
  expect(code).toBe(0);
}, 60_000);
