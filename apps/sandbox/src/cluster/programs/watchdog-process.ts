/** The watchdog's process: ends what the launcher started when the launcher is gone without having done so. */
import { endProcesses, type Guarded } from './end-processes.ts';

let guarded: readonly Guarded[] = [];

// Whoever ends the launcher by a signal to its group must not end this as well
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

process.on('message', (list: readonly Guarded[]) => {
  guarded = list;
});

process.on('disconnect', () => {
  void endProcesses(guarded).finally(() => process.exit(0));
});
