/** Runs a cluster until this process is signalled to stop, or until its parent is gone. */
import type { ClusterSettings } from '#config/cluster-settings.ts';
import { type ClusterParts, runCluster } from './run-cluster.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** True when everything runs, false when it was stopped before. The process exits by itself once it has stopped. */
export async function launch(settings: ClusterSettings, parts: ClusterParts): Promise<boolean> {
  const cluster = runCluster(settings, parts);
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    cluster.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  // The parent process that started us with a channel is gone
  process.on('disconnect', stop);
  try {
    await cluster.ready;
  } catch (error) {
    if (isStopping) return false;
    throw error;
  }
  process.send?.('ready');
  return true;
}
