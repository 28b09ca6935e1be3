/** The hidden frame through which the script reaches the API: the product's page needs no `connect-src` for it. */
import { type ApiParams, callApi } from './api-client.ts';
import { acceptChannel } from './channel.ts';

interface Call {
  readonly key: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly params: ApiParams;
}

acceptChannel((document.documentElement.dataset['parents'] ?? '').split(' '), {
  call: (data) => {
    const { key, method, path, params } = data as Call;
    return callApi(key, method, path, params);
  },
}).catch(() => undefined);
