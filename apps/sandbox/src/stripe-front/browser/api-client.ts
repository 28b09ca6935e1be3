/** Calls of the provider's API from its own pages, with the key of the product's page. */

export type ApiParams = Readonly<Record<string, unknown>>;

/** An error as the script hands it to the product. */
export interface ScriptError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly [field: string]: unknown;
}

export interface ApiResponse {
  readonly body?: Readonly<Record<string, unknown>>;
  readonly error?: ScriptError;
}

const RESPONSE_TIMEOUT_MS = 60_000;

const NOT_REACHED: ScriptError = {
  type: 'api_connection_error',
  message: 'An error occurred with our connection to Stripe. Please check your network and try again.',
};

function addTo(form: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (typeof value !== 'object') {
    form.append(name, String(value));
    return;
  }
  for (const [key, inner] of Object.entries(value)) addTo(form, name === '' ? key : `${name}[${key}]`, inner);
}

function formOf(params: ApiParams): URLSearchParams {
  const form = new URLSearchParams();
  addTo(form, '', params);
  return form;
}

/** One call; never rejects. */
export async function callApi(
  key: string,
  method: 'GET' | 'POST',
  path: string,
  params: ApiParams,
): Promise<ApiResponse> {
  const form = formOf(params);
  try {
    const response = await fetch(method === 'GET' ? `${path}?${form}` : path, {
      method,
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      ...(method === 'GET' ? {} : { body: form }),
    });
    const body = (await response.json()) as Record<string, unknown>;
    const error = body['error'] as ScriptError | undefined;
    return error === undefined ? { body } : { error };
  } catch {
    return { error: NOT_REACHED };
  }
}
