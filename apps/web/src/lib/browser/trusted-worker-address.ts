/**
 * The address of a worker of the product, marked as trusted where the browser requires that; it never comes from
 * outside.
 */

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

const policies = new Map<string, ReturnType<TrustedTypes['createPolicy']>>();

/** `policy` is one that the server's content security policy names; it passes this address and nothing else. */
export function trustedWorkerAddress(policy: string, workerUrl: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return workerUrl;
  const made =
    policies.get(policy) ??
    trustedTypes.createPolicy(policy, {
      createScriptURL(url) {
        if (url === workerUrl) return url;
        throw new TypeError(`expected the address of the worker of ${policy}`);
      },
    });
  policies.set(policy, made);
  return made.createScriptURL(workerUrl);
}
