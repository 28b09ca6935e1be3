/** What sockets are compared with beside the API: the others of the same view at the same instant, and closed bars, which are one for all. */
import type { MarketDataBar } from '@undertow/contracts';

/** A sixteenth of the instants is compared: which ones follows from the instant, so that all sockets choose the same. */
const COMPARED_ONE_IN = 16;
const MAX_INSTANTS = 2000;
const MAX_BARS = 20_000;

export class SecondSources {
  readonly #views = new Map<string, ReadonlyMap<string, string>>();
  readonly #bars = new Map<string, string>();
  /** Parts of views that were compared with another socket's. */
  compared = 0;
  comparedBars = 0;

  /** Sentences on what differs from what another socket of the view has at the instant. */
  compareViews(view: string, asOfMs: number, digest: () => ReadonlyMap<string, string>): readonly string[] {
    if (asOfMs % COMPARED_ONE_IN !== 0) return [];
    const key = `${view} ${asOfMs}`;
    const own = digest();
    const other = this.#views.get(key);
    if (other === undefined) {
      keep(this.#views, key, own, MAX_INSTANTS);
      return [];
    }
    const differing: string[] = [];
    for (const [part, text] of own) {
      const known = other.get(part);
      if (known === undefined) continue;
      this.compared += 1;
      if (known !== text)
        differing.push(
          `the ${part} of instrument ${view.split(' ')[0]} at ${new Date(asOfMs).toISOString()} ${firstDifference(text, known)}`,
        );
    }
    return differing;
  }

  /** A closed bar never changes, however late it is seen. */
  compareClosedBar(bar: MarketDataBar): readonly string[] {
    const key = `${bar.instrumentId} ${bar.contract} ${bar.timestamp}`;
    const { complete: _complete, ...rest } = bar;
    const text = JSON.stringify(rest);
    const known = this.#bars.get(key);
    if (known === undefined) {
      keep(this.#bars, key, text, MAX_BARS);
      return [];
    }
    this.comparedBars += 1;
    return known === text ? [] : [`the closed bar of ${key} ${firstDifference(text, known)}`];
  }
}

function keep<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

const SHOWN = 60;

/** Where two texts part. */
function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const from = Math.max(0, at - SHOWN / 3);
  return `is …${one.slice(from, from + SHOWN)}… here and …${other.slice(from, from + SHOWN)}… elsewhere`;
}
