/** What a program written against one description can no longer rely on in a later one. */

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Json => (isObject(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const typeOf = ({ type, const: fixed, anyOf, $ref, enum: words }: Json): string =>
  JSON.stringify([
    type ?? null,
    fixed ?? null,
    $ref ?? null,
    anyOf === undefined ? 0 : 1,
    words === undefined ? 0 : 1,
  ]);

/** Of an answer: a field that is gone or of another type, and one that may now be missing. New fields and new words break nothing. */
function answerBreaks(before: Json, after: Json, at: string): readonly string[] {
  if (typeOf(before) !== typeOf(after)) return [`${at}: is of another type`];
  const known = fieldsOf(after['properties']);
  const sure = listOf(after['required']);
  const ofFields = Object.entries(fieldsOf(before['properties'])).flatMap(([name, schema]) => {
    const place = `${at}.${name}`;
    const now = known[name];
    if (!isObject(now)) return [`${place}: is gone`];
    const isUnsure = listOf(before['required']).includes(name) && !sure.includes(name);
    return [...(isUnsure ? [`${place}: may be missing`] : []), ...answerBreaks(fieldsOf(schema), now, place)];
  });
  const gone = listOf(before['enum']).filter((word) => !listOf(after['enum']).includes(word));
  return [
    ...ofFields,
    ...gone.map((word) => `${at}: no longer has ${String(word)}`),
    ...(isObject(before['items']) ? answerBreaks(before['items'], fieldsOf(after['items']), `${at}[]`) : []),
    ...listOf(before['anyOf']).flatMap((one, place) =>
      answerBreaks(fieldsOf(one), fieldsOf(listOf(after['anyOf'])[place]), at),
    ),
  ];
}

/** Of a request: a field that is gone or of another type, a word that is refused, and a new one that is required. */
function requestBreaks(before: Json, after: Json, at: string): readonly string[] {
  const added = listOf(after['required']).filter((name) => !listOf(before['required']).includes(name));
  const relaxed = { ...before, required: [] };
  return [
    ...answerBreaks(relaxed, after, at),
    ...added.map((name) => `${at}.${String(name)}: is required now`),
  ];
}

function parametersOf(operation: Json): ReadonlyMap<string, Json> {
  return new Map(
    listOf(operation['parameters']).map((one) => {
      const parameter = fieldsOf(one);
      return [String(parameter['$ref'] ?? `${parameter['in']} ${parameter['name']}`), parameter];
    }),
  );
}

function parameterBreaks(before: Json, after: Json, at: string): readonly string[] {
  const [old, now] = [parametersOf(before), parametersOf(after)];
  const changed = [...old].flatMap(([name, parameter]) => {
    const same = now.get(name);
    if (same === undefined) return [`${at} ${name}: is gone`];
    return requestBreaks(fieldsOf(parameter['schema']), fieldsOf(same['schema']), `${at} ${name}`);
  });
  const required = [...now].filter(
    ([name, parameter]) => parameter['required'] === true && old.get(name)?.['required'] !== true,
  );
  return [...changed, ...required.map(([name]) => `${at} ${name}: is required now`)];
}

function schemaIn(part: unknown): Json {
  return fieldsOf(fieldsOf(fieldsOf(fieldsOf(part)['content'])['application/json'])['schema']);
}

function operationBreaks(before: Json, after: Json, at: string): readonly string[] {
  const answers = fieldsOf(before['responses']);
  const success = Object.keys(answers).filter((status) => status.startsWith('2'));
  return [
    ...parameterBreaks(before, after, at),
    ...requestBreaks(schemaIn(before['requestBody']), schemaIn(after['requestBody']), `${at} body`),
    ...success.flatMap((status) => {
      const now = fieldsOf(after['responses'])[status];
      if (now === undefined) return [`${at} ${status}: is gone`];
      return answerBreaks(schemaIn(answers[status]), schemaIn(now), `${at} ${status}`);
    }),
    ...(before['x-scope'] === after['x-scope'] ? [] : [`${at}: needs another scope`]),
  ];
}

export function breakingChanges(before: Json, after: Json): readonly string[] {
  const paths = fieldsOf(after['paths']);
  return Object.entries(fieldsOf(before['paths'])).flatMap(([path, operations]) =>
    Object.entries(fieldsOf(operations)).flatMap(([method, operation]) => {
      const at = `${method.toUpperCase()} ${path}`;
      const now = fieldsOf(paths[path])[method];
      return isObject(now) ? operationBreaks(fieldsOf(operation), now, at) : [`${at}: is gone`];
    }),
  );
}
