/** The table of a ladder: its cells are made once, and only what changed is written again. */
import { formatPrice, type Instrument } from '@undertow/market';
import { formatSize } from '#lib/format/formats.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import type { LadderMark, LadderRow, LadderSide } from './ladder-rows.ts';

export const LADDER_ROW_PX = 17;
export const LADDER_HEAD_PX = 20;

export interface LadderColumns {
  readonly profile: boolean;
  readonly traded: boolean;
  readonly orders: boolean;
}

type Column =
  | 'profile'
  | 'sold'
  | 'bidMark'
  | 'bidOrders'
  | 'bid'
  | 'bidFlow'
  | 'price'
  | 'askFlow'
  | 'ask'
  | 'askOrders'
  | 'askMark'
  | 'bought';

const HEADS: Readonly<Record<Column, readonly [words: string, width: number]>> = {
  profile: ['Volume', 44],
  sold: ['Sold', 44],
  bidMark: ['', 18],
  bidOrders: ['Orders', 38],
  bid: ['Bid', 56],
  bidFlow: ['± 5 s', 38],
  price: ['Price', 62],
  askFlow: ['± 5 s', 38],
  ask: ['Ask', 56],
  askOrders: ['Orders', 38],
  askMark: ['', 18],
  bought: ['Bought', 46],
};

const SPOKEN: Partial<Readonly<Record<Column, string>>> = {
  bidMark: 'Events at the bid',
  askMark: 'Events at the ask',
};

function columnsOf({ profile, traded, orders }: LadderColumns): Column[] {
  return (Object.keys(HEADS) as Column[]).filter((column) => {
    if (column === 'profile') return profile;
    if (column === 'sold' || column === 'bought') return traded;
    return column.endsWith('Orders') ? orders : true;
  });
}

/** A cell whose text, bar and state are written only where they differ. */
class Cell {
  readonly element: HTMLTableCellElement;
  readonly #text = document.createElement('span');
  #bar: HTMLElement | null = null;
  #known = '';
  #share = -1;
  #state = '';

  constructor(column: Column) {
    this.element = document.createElement(column === 'price' ? 'th' : 'td');
    if (column === 'price') this.element.scope = 'row';
    this.element.className = column;
    if (column === 'bid' || column === 'ask' || column === 'profile') {
      this.#bar = document.createElement('i');
      this.element.append(this.#bar);
    }
    this.element.append(this.#text);
  }

  write(text: string, state = ''): void {
    if (text !== this.#known) {
      this.#text.textContent = text;
      this.#known = text;
    }
    if (state !== this.#state) {
      this.element.dataset['state'] = state;
      this.#state = state;
    }
  }

  bar(share: number): void {
    const rounded = Math.round(share * 100);
    if (this.#bar === null || rounded === this.#share) return;
    this.#bar.style.width = `${rounded}%`;
    this.#share = rounded;
  }

  mark(mark: LadderMark | null, onEvent: (eventId: string) => void): void {
    const key = mark === null ? '' : `${mark.type} ${mark.eventId}`;
    if (key === this.#known) return;
    this.#known = key;
    this.#text.replaceChildren(...(mark === null ? [] : [markButton(mark, onEvent)]));
  }
}

const SVG = 'http://www.w3.org/2000/svg';

function markButton({ type, eventId }: LadderMark, onEvent: (eventId: string) => void): HTMLElement {
  const look = EVENT_LOOKS[type];
  const button = document.createElement('button');
  button.type = 'button';
  button.tabIndex = -1;
  button.title = `${look.title}: show its evidence`;
  button.setAttribute('aria-label', look.name);
  button.addEventListener('click', () => onEvent(eventId));
  const svg = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({ width: '12', height: '12', viewBox: '0 0 16 16' }))
    svg.setAttribute(name, value);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', look.path);
  path.style.fill = look.ring ? 'none' : `var(${look.colour})`;
  if (look.ring) {
    path.style.stroke = `var(${look.colour})`;
    path.setAttribute('stroke-dasharray', '2.8 1.9');
  }
  const letter = document.createElementNS(SVG, 'text');
  for (const [name, value] of Object.entries({ x: '8', y: String(look.letterY), 'text-anchor': 'middle' }))
    letter.setAttribute(name, value);
  letter.style.fill = `var(${look.letterColour})`;
  letter.style.font = '600 10px var(--ff-sans)';
  letter.textContent = look.letter;
  svg.append(path, letter);
  button.append(svg);
  return button;
}

const shown = (size: number): string => (size === 0 ? '' : formatSize(size));
const signed = (size: number): string => (size === 0 ? '' : `${size > 0 ? '+' : ''}${formatSize(size)}`);

export interface LadderTableOptions {
  readonly instrument: Instrument;
  readonly columns: LadderColumns;
  readonly onEvent: (eventId: string) => void;
}

export class LadderTable {
  readonly element = document.createElement('table');
  readonly #body = document.createElement('tbody');
  readonly #columns: readonly Column[];
  readonly #options: LadderTableOptions;
  readonly #rows: { readonly element: HTMLTableRowElement; readonly cells: ReadonlyMap<Column, Cell> }[] = [];

  constructor(options: LadderTableOptions) {
    this.#options = options;
    this.#columns = columnsOf(options.columns);
    this.element.className = 'ladder';
    const caption = document.createElement('caption');
    caption.className = 'sr-only';
    caption.textContent = 'Ladder: resting size, pulled and stacked size, and volume by price, highest first';
    this.element.append(caption, this.#head(), this.#body);
  }

  /** `isOld`: all of it is grey. */
  update(rows: readonly LadderRow[], isOld: boolean): void {
    this.element.dataset['old'] = String(isOld);
    while (this.#rows.length > rows.length) this.#rows.pop()?.element.remove();
    while (this.#rows.length < rows.length) this.#addRow();
    for (const [n, row] of rows.entries()) this.#write(n, row);
  }

  /** Marks the row at the price of a linked crosshair. */
  link(row: number | null): void {
    for (const [n, { element }] of this.#rows.entries()) setData(element, 'linked', String(n === row));
  }

  #head(): HTMLTableSectionElement {
    const head = document.createElement('thead');
    const row = head.insertRow();
    const sum = this.#columns.reduce((total, column) => total + HEADS[column][1], 0);
    for (const column of this.#columns) {
      const cell = document.createElement('th');
      cell.scope = 'col';
      cell.className = column;
      cell.style.width = `${(HEADS[column][1] / sum) * 100}%`;
      cell.textContent = HEADS[column][0];
      const spoken = SPOKEN[column];
      if (spoken !== undefined) cell.setAttribute('aria-label', spoken);
      row.append(cell);
    }
    return head;
  }

  #addRow(): void {
    const element = this.#body.insertRow();
    const cells = new Map(this.#columns.map((column) => [column, new Cell(column)]));
    for (const cell of cells.values()) element.append(cell.element);
    this.#rows.push({ element, cells });
  }

  #write(n: number, row: LadderRow): void {
    const { element, cells } = this.#rows[n]!;
    setData(element, 'place', row.place);
    setData(element, 'last', String(row.isLast));
    setData(element, 'whole', String(row.priceTicks % 4 === 0));
    cells.get('price')?.write(formatPrice(this.#options.instrument, row.priceTicks));
    cells.get('sold')?.write(shown(row.sold));
    cells.get('bought')?.write(shown(row.bought));
    const profile = cells.get('profile');
    profile?.bar(row.profileShare);
    profile?.write('', row.profile);
    this.#writeSide(cells, 'bid', row.bid);
    this.#writeSide(cells, 'ask', row.ask);
  }

  #writeSide(cells: ReadonlyMap<Column, Cell>, name: 'bid' | 'ask', side: LadderSide): void {
    const cell = cells.get(name);
    cell?.bar(side.share);
    cell?.write(shown(side.size), side.size === 0 ? 'empty' : side.share > 0.62 ? 'large' : 'size');
    cells.get(`${name}Orders`)?.write(shown(side.orders));
    const state = side.flow === 0 ? '' : side.flow > 0 ? 'stacked' : 'pulled';
    cells.get(`${name}Flow`)?.write(signed(side.flow), state);
    cells.get(`${name}Mark`)?.mark(side.mark, this.#options.onEvent);
  }
}

function setData(element: HTMLElement, name: string, value: string): void {
  if (element.dataset[name] !== value) element.dataset[name] = value;
}
