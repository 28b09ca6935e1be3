/** `npm run test:long`: lists the parts; `-- --part NAME` runs one with its full counts, `-- --all` each in turn. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { LONG_PARTS, MAX_MINUTES } from '#tests/long/parts.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const LIST = [
  `Long tests are run in parts, each below ${MAX_MINUTES} minutes on two cores: npm run test:long -- --part NAME (or --all)`,
  ...Object.entries(LONG_PARTS).map(([name, { covers }]) => `  ${name.padEnd(10)}${covers}`),
].join('\n');

/** The last line that it prints has the totals of the part. */
function run(name: string, files: readonly string[]): boolean {
  say(`test:long: ${name}`);
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...files], {
    cwd: ROOT,
    env: { ...process.env, LONG_TESTS: '1' },
    stdio: 'inherit',
  });
  return status === 0;
}

function main(): number {
  const { values } = parseArgs({ options: { part: { type: 'string' }, all: { type: 'boolean' } } });
  const names =
    values.all === true ? Object.keys(LONG_PARTS) : values.part === undefined ? [] : [values.part];
  const unknown = names.find((name) => LONG_PARTS[name] === undefined);
  if (names.length === 0 || unknown !== undefined) {
    if (unknown !== undefined) say(`test:long: there is no part ${unknown}`);
    say(LIST);
    return unknown === undefined ? 0 : 1;
  }
  const failed = names.filter((name) => !run(name, LONG_PARTS[name]?.files ?? []));
  if (failed.length > 0) process.stderr.write(`test:long: failed: ${failed.join(', ')}\n`);
  return failed.length === 0 ? 0 : 1;
}

process.exitCode = main();
