/** The script's access to the API: through a hidden frame of the provider, created at the first call. */
import type { ApiParams, ApiResponse } from './api-client.ts';
import { makeFrame, type OpenedFrame } from './frame.ts';

const LOST: ApiResponse = {
  error: {
    type: 'api_connection_error',
    message: 'An error occurred with our connection to Stripe. Please check your network and try again.',
  },
};

export class ApiChannel {
  readonly origin: string;
  readonly key: string;
  #frame: OpenedFrame | null = null;

  constructor(origin: string, key: string) {
    this.origin = origin;
    this.key = key;
  }

  /** Never rejects. */
  async call(method: 'GET' | 'POST', path: string, params: ApiParams): Promise<ApiResponse> {
    try {
      const channel = await this.#open().channel;
      return await channel.request<ApiResponse>('call', { key: this.key, method, path, params });
    } catch {
      this.#frame?.element.remove();
      this.#frame = null;
      return LOST;
    }
  }

  #open(): OpenedFrame {
    if (this.#frame !== null) return this.#frame;
    const frame = makeFrame(new URL('/frames/api', this.origin), 'Stripe', {});
    const { element } = frame;
    element.tabIndex = -1;
    element.setAttribute('aria-hidden', 'true');
    for (const [name, value] of [
      ['position', 'fixed'],
      ['width', '1px'],
      ['height', '1px'],
      ['visibility', 'hidden'],
    ] as const) {
      element.style.setProperty(name, value);
    }
    document.body.append(element);
    this.#frame = frame;
    return frame;
  }
}
