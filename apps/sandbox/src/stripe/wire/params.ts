/** Reads the nested form parameters of a call; refuses what cannot be read in Stripe's words. */
import { invalid } from './stripe-error.ts';

export type Params = Readonly<Record<string, unknown>>;

function isHash(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined where the parameter was not sent; an empty text where it was sent empty. */
export function text(params: Params, name: string): string | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw invalid(`Invalid string: ${name}`, name);
  return value;
}

export function requiredText(params: Params, name: string): string {
  const value = text(params, name);
  if (value === undefined || value === '') {
    throw invalid(`Missing required param: ${name}.`, name, 'parameter_missing');
  }
  return value;
}

/** Undefined where not sent, null where sent empty, which clears the value. */
export function clearable(params: Params, name: string): string | null | undefined {
  const value = text(params, name);
  return value === '' ? null : value;
}

export function integer(params: Params, name: string): number | undefined {
  const value = text(params, name);
  if (value === undefined || value === '') return undefined;
  if (!/^-?\d{1,15}$/.test(value))
    throw invalid(`Invalid integer: ${value}`, name, 'parameter_invalid_integer');
  return Number(value);
}

export function flag(params: Params, name: string): boolean | undefined {
  const value = text(params, name);
  if (value === undefined || value === '') return undefined;
  if (value !== 'true' && value !== 'false') throw invalid(`Invalid boolean: ${value}`, name);
  return value === 'true';
}

export function oneOf<const T extends string>(
  params: Params,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const value = text(params, name);
  if (value === undefined || value === '') return undefined;
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw invalid(`Invalid ${name}: must be one of ${allowed.join(', ')}`, name);
  return found;
}

/** A nested hash; undefined where not sent or sent empty. */
export function hash(params: Params, name: string): Params | undefined {
  const value = params[name];
  if (value === undefined || value === '') return undefined;
  if (!isHash(value)) throw invalid(`Invalid hash: ${name}`, name, 'parameter_invalid_hash');
  return value;
}

function entries(params: Params, name: string): readonly unknown[] | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  if (value === '') return [];
  if (Array.isArray(value)) return value;
  // The form writes a long array as a hash of its places
  if (isHash(value) && Object.keys(value).every((key) => /^\d+$/.test(key))) return Object.values(value);
  throw invalid(`Invalid array: ${name}`, name);
}

export function hashes(params: Params, name: string): readonly Params[] | undefined {
  return entries(params, name)?.map((entry) => {
    if (!isHash(entry)) throw invalid(`Invalid hash in ${name}`, name);
    return entry;
  });
}

export function texts(params: Params, name: string): readonly string[] | undefined {
  return entries(params, name)?.map((entry) => {
    if (typeof entry !== 'string') throw invalid(`Invalid string in ${name}`, name);
    return entry;
  });
}

export type Metadata = Readonly<Record<string, string>>;

/** Metadata of a new object. */
export function metadataParam(params: Params): Metadata {
  const given = hash(params, 'metadata') ?? {};
  for (const [key, value] of Object.entries(given)) {
    const param = `metadata[${key}]`;
    if (typeof value !== 'string') throw invalid('Metadata values must be strings', param);
    if (key.length > 40) throw invalid('Metadata keys can have up to 40 characters', param);
    if (value.length > 500) throw invalid('Metadata values can have up to 500 characters', param);
  }
  return given as Metadata;
}

/** An unknown parameter is refused, never ignored. */
export function refuseUnknown(params: Params, known: readonly string[]): void {
  const unknown = Object.keys(params).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw invalid(
    `Received unknown parameter: ${unknown}. (The sandbox supports: ${known.join(', ')}.)`,
    unknown,
    'parameter_unknown',
  );
}
