/** A launcher for tests: the cluster of the arguments, with stand-ins for the server and no external services. */
import { join } from 'node:path';
import { launch } from '#cluster/launch.ts';
import { readClusterCommand } from '#config/cluster-settings.ts';

const command = readClusterCommand(process.argv.slice(2));
if (command.act !== 'start') throw new Error('expected the arguments of a start');

await launch(command.settings, {
  server: { main: join(import.meta.dirname, 'stand-in-server.ts'), flags: [] },
  migrate: null,
  environment: { PATH: process.env['PATH'] },
  openServices: async () => ({ close: async () => undefined }),
});
