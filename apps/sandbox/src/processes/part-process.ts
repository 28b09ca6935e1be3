/** A part of the sandbox as a process: receives its settings as a message, reports when it listens, exits with its parent. */

export interface Part {
  /** Where it listens. */
  readonly address: string;
  close(): Promise<void>;
}

/** What the parent receives: the address, or why the part could not start. */
export type PartMessage =
  | { readonly address: string }
  | { readonly problem: string; readonly code: string | null; readonly port?: number | undefined };

/** Called by the script of the process; `start` gets what the parent sent. */
export function servePart<S>(start: (settings: S) => Promise<Part>): void {
  // Ctrl+C reaches the whole process group: the parent decides when this process exits
  process.on('SIGINT', () => undefined);
  process.once('message', (settings: S) => {
    start(settings).then(
      ({ address, close }) => {
        process.send?.({ address } satisfies PartMessage);
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
        const { code = null, port } = error as { code?: string; port?: number };
        process.send?.({ problem, code, port } satisfies PartMessage, () => process.exit(1));
      },
    );
  });
}
