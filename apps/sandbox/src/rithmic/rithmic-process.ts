/** The process of the sandbox's Rithmic gateway: takes its settings as a message, answers when it listens, ends with its parent. */
import type { GatewaySettings } from './gateway-settings.ts';
import { startGateway } from './start-gateway.ts';

/** What the parent hears: the address, or why it could not start. */
export type GatewayMessage =
  | { readonly uri: string }
  | { readonly problem: string; readonly code: string | null };

// Ctrl+C reaches the whole group: the parent says when this process ends
process.on('SIGINT', () => undefined);
process.once('message', (settings: GatewaySettings) => {
  startGateway(settings).then(
    ({ uri, close }) => {
      process.send?.({ uri } satisfies GatewayMessage);
      const stop = () => {
        close()
          .catch(() => undefined)
          .finally(() => process.exit(0));
      };
      process.once('SIGTERM', stop);
      process.once('disconnect', stop);
    },
    (error: unknown) => {
      const problem = error instanceof Error ? error.message : String(error);
      const code = (error as NodeJS.ErrnoException).code ?? null;
      process.send?.({ problem, code } satisfies GatewayMessage, () => process.exit(1));
    },
  );
});
