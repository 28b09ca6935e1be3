/** The cluster with the real server and the sandbox's services. */
import { resolve } from 'node:path';
import { announcementOf } from '#announcement.ts';
import type { ClusterSettings } from '#config/cluster-settings.ts';
import { readDevelopmentKeys } from '#config/development-keys.ts';
import { serverEnvironment } from '#environment/server-environment.ts';
import { SERVER_FLAGS } from '#environment/server-flags.ts';
import { openServices } from '#open-services.ts';
import { launch } from './launch.ts';

const SERVER = resolve(import.meta.dirname, '../../../server/src');

/** Resolves when everything runs, or when it was stopped before. */
export async function launchProduct(settings: ClusterSettings): Promise<void> {
  const { sandbox } = settings;
  const keys = readDevelopmentKeys(sandbox.dataDir);
  const isReady = await launch(settings, {
    server: { main: resolve(SERVER, 'main.ts'), flags: SERVER_FLAGS },
    migrate: resolve(SERVER, 'commands/migrate.ts'),
    environment: serverEnvironment(sandbox, keys),
    openServices: (environment) => openServices(sandbox, keys, environment),
  });
  if (isReady) process.stdout.write(announcementOf(sandbox));
}
