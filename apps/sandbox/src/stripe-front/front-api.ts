/** The API as the provider's own pages use it: inside the process, with the secret key. */
import type { FastifyInstance } from 'fastify';

export type Params = Readonly<Record<string, string>>;
/** A response of the API; its shape is defined in the folder `stripe`. */
export type Answered = Readonly<Record<string, unknown>>;

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
  get(path: string, params?: Params): Promise<Answered>;
  post(path: string, params?: Params): Promise<Answered>;
}

export function frontApi(app: FastifyInstance, secretKey: string): FrontApi {
  async function call(method: 'GET' | 'POST', path: string, params: Params): Promise<Answered> {
    const form = new URLSearchParams(params).toString();
    const answer = await app.inject({
      method,
      url: method === 'GET' ? `${path}?${form}` : path,
      headers: {
        authorization: `Bearer ${secretKey}`,
        ...(method === 'GET' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(method === 'GET' ? {} : { payload: form }),
    });
    const body = JSON.parse(answer.body) as Answered;
    if (answer.statusCode < 400) return body;
    const { message = 'The call was refused.' } = (body['error'] ?? {}) as { message?: string };
    throw new ApiRefusal(answer.statusCode, message);
  }
  return {
    get: (path, params = {}) => call('GET', path, params),
    post: (path, params = {}) => call('POST', path, params),
  };
}

/** Rows of a list, or none. */
export function rowsOf(list: unknown): readonly Answered[] {
  return ((list as { data?: readonly Answered[] } | null)?.data ?? []) as readonly Answered[];
}
