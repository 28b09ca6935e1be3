/** Makes the worker that reads trade files; its address passes the page's one policy for addresses of scripts. */
import workerUrl from './import-worker.ts?worker&url';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | null = null;

/** The worker's own address, marked as trusted where the browser asks for that; it never comes from outside. */
function address(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return workerUrl;
  policy ??= trustedTypes.createPolicy('import-worker', {
    createScriptURL(url) {
      if (url === workerUrl) return url;
      throw new TypeError('only the reader of trade files runs as a worker');
    },
  });
  return policy.createScriptURL(workerUrl);
}

export function createImportWorker(): Worker {
  return new Worker(address(), { type: 'module', name: 'import' });
}
