/** `npm run check`: format, lint, types and dead code beside the tests, which leave a quarter of two cores idle while they wait. */
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';

/** One after the other: the first two use every core themselves. */
const STATIC_CHECKS = ['biome ci .', 'tsc -b', 'npm run -s dead-code'];
const TESTS = 'vitest run';

/** Below that of the tests, whose products would otherwise take too long to stop. */
const PRIORITY = 10;

const tests = passes(TESTS, 'inherit');
// What is started from here on inherits it
setPriority(PRIORITY);
const [failedChecks, testsPassed] = await Promise.all([runStaticChecks(), tests]);
// On the error stream: the last line of the output has the totals of the tests
if (failedChecks.length > 0) process.stderr.write(`check: failed: ${failedChecks.join(', ')}\n`);
process.exitCode = testsPassed && failedChecks.length === 0 ? 0 : 1;

/** The commands that failed; what each printed is shown as soon as it ends. */
async function runStaticChecks() {
  const failed = [];
  for (const command of STATIC_CHECKS) if (!(await passes(command, 'pipe'))) failed.push(command);
  return failed;
}

/** Whether the command succeeds. Piped output is printed whole at its end, and only when it failed: the tests print meanwhile. */
function passes(command, output) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', output, output] });
    const printed = [];
    child.stdout?.on('data', (chunk) => printed.push(chunk));
    child.stderr?.on('data', (chunk) => printed.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code !== 0 && output === 'pipe')
        process.stderr.write(`${Buffer.concat(printed)}\ncheck: ${command} failed\n`);
      resolve(code === 0);
    });
  });
}
