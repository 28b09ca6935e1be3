/** Nodes of a rule's text with their place: a value that cannot be read becomes a fault that names its line. */
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { RuleFault } from './rule-fault.ts';
import { orList, ValueError } from './text-values.ts';

/** A rule has some dozens of lines: more is none, and a text of brackets only must not exhaust the stack. */
const MAX_LENGTH = 16_384;
const MAX_DEPTH = 100;

/** What a rule could name but nobody knows at the instant of its entry. */
const FUTURE: ReadonlyMap<string, string> = new Map([
  ['outcome', 'uses the event’s outcome, known up to 15 min later'],
  ['final_size', 'uses the event’s last size, known when it ends'],
  ['final_probability', 'uses the event’s last probability, known when it ends'],
  ['status', 'uses how the event ended, known when it ends'],
  ['day_high', 'uses the day’s high, known at its close'],
  ['day_low', 'uses the day’s low, known at its close'],
  ['day_close', 'uses the day’s close, known then'],
  ['next_bar', 'uses the next bar, known when it is over'],
]);

/** Where values of the text are, and what is wrong with them. */
export class RuleText {
  readonly faults: RuleFault[] = [];
  /** Line from 1 of each place: `entry.near.ticks`. */
  readonly lines = new Map<string, number>();
  readonly #counter = new LineCounter();

  /** The root; null where the text is no map. */
  open(text: string): MapNode | null {
    if (text.length > MAX_LENGTH || nesting(text) > MAX_DEPTH) {
      this.#unreadable('', null, `expected at most ${MAX_LENGTH} characters of plain lists and fields`);
      return null;
    }
    // Every value as it is written: 4567.20 is a price, not a number
    const options = { schema: 'failsafe', lineCounter: this.#counter, prettyErrors: false } as const;
    const document = parseDocument(text, options);
    for (const { message, pos } of document.errors)
      this.#unreadable('', this.#counter.linePos(pos[0]).line, message);
    if (document.errors.length > 0) return null;
    return this.mapOf(document.contents, '');
  }

  fault(path: string, message: string, kind: RuleFault['kind'] = 'unreadable'): void {
    this.faults.push({ kind, path, line: this.lineOf(path), message });
  }

  /** Line of a place, or of the nearest one around it. */
  lineOf(path: string): number | null {
    for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
      const line = this.lines.get(at);
      if (line !== undefined) return line;
      if (at === '') return null;
    }
  }

  note(path: string, node: Node | null | undefined): void {
    const start = node?.range?.[0];
    if (start !== undefined) this.lines.set(path, this.#counter.linePos(start).line);
  }

  mapOf(node: unknown, path: string): MapNode | null {
    if (isMap(node)) return new MapNode(this, node, path);
    this.fault(path, `expected fields${path === '' ? ' such as name, product, entry' : ` in ${path}`}`);
    return null;
  }

  #unreadable(path: string, line: number | null, message: string): void {
    this.faults.push({ kind: 'unreadable', path, line, message });
  }
}

function nesting(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const letter of text) {
    if (letter === '[' || letter === '{') depth += 1;
    else if (letter === ']' || letter === '}') depth -= 1;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

interface Pairs {
  readonly items: readonly { readonly key: unknown; readonly value: unknown }[];
}

/** The fields of one map. Those that nobody read are refused by `finish`. */
export class MapNode {
  readonly path: string;
  readonly #text: RuleText;
  readonly #values = new Map<string, unknown>();
  readonly #read = new Set<string>();

  constructor(text: RuleText, { items }: Pairs, path: string) {
    this.path = path;
    this.#text = text;
    for (const { key, value } of items) {
      const name = isScalar(key) ? String(key.value) : '';
      this.#text.note(this.placeOf(name), key as Node);
      this.#values.set(name, value);
    }
  }

  placeOf(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** The value of a field; the other where it is left out or cannot be read. */
  value<Value>(name: string, read: (text: string) => Value, other: Value): Value {
    return this.optional(name, read) ?? other;
  }

  /** Undefined where it is left out or cannot be read. */
  optional<Value>(name: string, read: (text: string) => Value): Value | undefined {
    this.#read.add(name);
    if (!this.has(name)) return undefined;
    return this.#one(name, this.#values.get(name), read);
  }

  /** A value that has to be there. */
  needed<Value>(name: string, read: (text: string) => Value): Value | undefined {
    if (!this.has(name)) this.#text.fault(this.placeOf(name), `expected ${this.placeOf(name)}`);
    return this.optional(name, read);
  }

  /** A list, or one value as a list of one. */
  list<Value>(name: string, read: (text: string) => Value): Value[] | undefined {
    this.#read.add(name);
    const node = this.#values.get(name);
    if (!isSeq(node)) {
      const one = this.optional(name, read);
      return one === undefined ? undefined : [one];
    }
    const values = node.items.map((item) => this.#one(name, item, read));
    return values.filter((value) => value !== undefined);
  }

  map(name: string): MapNode | null {
    this.#read.add(name);
    return this.has(name) ? this.#text.mapOf(this.#values.get(name), this.placeOf(name)) : null;
  }

  isMap(name: string): boolean {
    return isMap(this.#values.get(name));
  }

  maps(name: string): MapNode[] {
    this.#read.add(name);
    const node = this.#values.get(name);
    if (!isSeq(node)) {
      this.#text.fault(this.placeOf(name), `expected a list for ${this.placeOf(name)}`);
      return [];
    }
    return node.items.flatMap((item, at) => {
      const place = `${this.placeOf(name)}.${at}`;
      this.#text.note(place, item as Node);
      return this.#text.mapOf(item, place) ?? [];
    });
  }

  fault(name: string, message: string): void {
    this.#text.fault(this.placeOf(name), message);
  }

  /** Refuses fields that are none, those that would have to know the future with their reason. */
  finish(): void {
    for (const name of this.#values.keys()) {
      if (this.#read.has(name)) continue;
      const future = FUTURE.get(name);
      if (future === undefined)
        this.#text.fault(this.placeOf(name), `expected ${orList([...this.#read])}, got ${name}`);
      else this.#looksAhead(name, future);
    }
  }

  #looksAhead(name: string, reason: string): void {
    const line = this.#text.lineOf(this.placeOf(name));
    this.#text.fault(this.placeOf(name), `Line ${line ?? '?'} ${reason}`, 'looks_ahead');
  }

  #one<Value>(name: string, node: unknown, read: (text: string) => Value): Value | undefined {
    if (isScalar(node)) return this.#attempt(name, String(node.value ?? '').trim(), read);
    this.#text.fault(this.placeOf(name), `expected one value for ${this.placeOf(name)}`);
    return undefined;
  }

  /** A word of the future is refused where it cannot be read: a name may be any word. */
  #attempt<Value>(name: string, text: string, read: (text: string) => Value): Value | undefined {
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      const future = FUTURE.get(text);
      if (future === undefined) this.#text.fault(this.placeOf(name), error.message);
      else this.#looksAhead(name, future);
      return undefined;
    }
  }
}
