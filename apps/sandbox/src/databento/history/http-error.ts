/** A request that is refused; written as the service writes its errors. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  /** Short name of the case, for programs. */
  readonly case: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, name: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.case = name;
    this.headers = headers;
  }
}

/** Parameters that cannot be used. */
export const unprocessable = (name: string, message: string): HttpError => new HttpError(422, name, message);
