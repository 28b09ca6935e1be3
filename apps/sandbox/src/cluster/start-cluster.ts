/** `npm run cluster`: NATS, PostgreSQL, the external services, server processes of each role and a proxy, on this machine. */

import { ProgramError } from '#cluster/programs/supervised-program.ts';
import { CLUSTER_USAGE, readClusterCommand } from '#config/cluster-settings.ts';
import { SandboxError } from '#config/config.ts';
import { printStatus } from './print-status.ts';

async function run(): Promise<void> {
  const command = readClusterCommand(process.argv.slice(2));
  if (command.act === 'help') process.stdout.write(`${CLUSTER_USAGE}\n`);
  else if (command.act === 'status') printStatus(command);
  else {
    // The services take a second to load, and a status does not need them
    const { launchProduct } = await import('./launch-product.ts');
    await launchProduct(command.settings);
  }
}

run().catch((error: unknown) => {
  const isPlain = error instanceof SandboxError || error instanceof ProgramError;
  const text = isPlain ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
