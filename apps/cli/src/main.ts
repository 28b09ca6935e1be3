/** The command line `undertow`: order flow for people who work with files. */
import { runCli } from '#commands/run-cli.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe went away (`| head`): not our failure.
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runCli(process.argv.slice(2), {
  data: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
});
