/** Uploads the bytes of a file to a route, and reports progress. */
import type { RouteContract } from '@undertow/contracts';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';
import { pathOf } from './call.ts';

export interface BytesToSend {
  readonly bytes: Blob;
  readonly params?: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** Called with the share uploaded so far, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Like `call`, with a body of raw bytes. Throws `ApiError` for anything but success.
 * `fetch` reports no upload progress, hence `XMLHttpRequest`.
 */
export function sendBytes<R extends RouteContract>(
  route: R,
  { bytes, params = {}, query, onProgress }: BytesToSend,
): Promise<z.output<R['response']>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(route.method, pathOf(route.path, params, query));
    request.withCredentials = true;
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 1 : loaded / total),
    );
    request.addEventListener('error', () =>
      reject(new ApiError(0, 'The server could not be reached. Nothing was saved.', '')),
    );
    request.addEventListener('load', () => {
      if (request.status < 200 || request.status > 299) {
        const retryAfter = request.getResponseHeader('retry-after');
        reject(new ApiError(request.status, request.statusText, request.responseText, retryAfter));
        return;
      }
      try {
        resolve(route.response.parse(JSON.parse(request.responseText)) as z.output<R['response']>);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    request.send(bytes);
  });
}
