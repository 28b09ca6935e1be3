/** What the server's thread and the thread of the embedded database post to each other; responses come in the order of requests. */
export type EngineRequest =
  | { readonly kind: 'exec'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'dump' }
  | { readonly kind: 'close' };

export type EngineResponse =
  | { readonly kind: 'opened' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'dumped'; readonly archive: Blob }
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly message: string };
