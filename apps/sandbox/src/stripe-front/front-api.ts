/** The API as the provider's own pages use it: inside the process, with the secret key. */
import type { FastifyInstance } from 'fastify';

export type Params = Readonly<Record<string, string>>;
/** A response of the API; its shape is defined in the folder `stripe`. */
export type ApiBody = Readonly<Record<string, unknown>>;

/** The API refused; the message is for the customer. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface FrontApi {
  /** Rejects with an `ApiRefusal`. */
  get(path: string, params?: Params): Promise<ApiBody>;
  post(path: string, params?: Params): Promise<ApiBody>;
}

export function frontApi(app: FastifyInstance, secretKey: string): FrontApi {
  async function call(method: 'GET' | 'POST', path: string, params: Params): Promise<ApiBody> {
    const form = new URLSearchParams(params).toString();
    const response = await app.inject({
      method,
      url: method === 'GET' ? `${path}?${form}` : path,
      headers: {
        authorization: `Bearer ${secretKey}`,
        ...(method === 'GET' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(method === 'GET' ? {} : { payload: form }),
    });
    const body = JSON.parse(response.body) as ApiBody;
    if (response.statusCode < 400) return body;
    const { message = 'The call was refused.' } = (body['error'] ?? {}) as { message?: string };
    throw new ApiRefusal(response.statusCode, message);
  }
  return {
    get: (path, params = {}) => call('GET', path, params),
    post: (path, params = {}) => call('POST', path, params),
  };
}

/** Rows of a list, or none. */
export function rowsOf(list: unknown): readonly ApiBody[] {
  return ((list as { data?: readonly ApiBody[] } | null)?.data ?? []) as readonly ApiBody[];
}
