/** The command line `undertow`: order flow for people who work with files. */
import { createInterface } from 'node:readline/promises';
import { runCli } from '#commands/run-cli.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe went away (`| head`): not our failure.
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runCli(process.argv.slice(2), {
  data: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
  async confirm(question) {
    if (!process.stdin.isTTY) return undefined;
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    const answer = await lines.question(question).finally(() => lines.close());
    return /^y(es)?$/i.test(answer.trim());
  },
});
