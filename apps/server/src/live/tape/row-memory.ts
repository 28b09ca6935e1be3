/** What is known of the market after the same rows, when they are written and when they are read: what the next row is predicted from. */

/** Values of an order: id high and low, price, size. */
const ORDER_WIDTH = 4;
/** Values of a kind: action, side, flags, then price and auxiliary value of its newest row. */
const KIND_WIDTH = 5;

/** An id as the key of a map. Beyond 53 bits several ids have the same key. */
const keyOf = (hi: number, lo: number): number => hi * 2 ** 32 + (lo >>> 0);

export class RowMemory {
  readonly #orders: number[] = [];
  readonly #placeOfKey = new Map<number, number>();
  readonly #kinds: number[] = [];

  get orders(): number {
    return this.#orders.length / ORDER_WIDTH;
  }

  get kinds(): number {
    return this.#kinds.length / KIND_WIDTH;
  }

  /** -1 for an order that was not seen, or whose key a later one took. */
  findOrder(hi: number, lo: number): number {
    const place = this.#placeOfKey.get(keyOf(hi, lo));
    if (place === undefined || this.orderHi(place) !== hi || this.orderLo(place) !== lo) return -1;
    return place;
  }

  addOrder(hi: number, lo: number): number {
    const place = this.orders;
    this.#orders.push(hi, lo, 0, 0);
    this.#placeOfKey.set(keyOf(hi, lo), place);
    return place;
  }

  setOrder(place: number, price: number, size: number): void {
    this.#orders[place * ORDER_WIDTH + 2] = price;
    this.#orders[place * ORDER_WIDTH + 3] = size;
  }

  /** 0 for the place before the first one. */
  orderHi(place: number): number {
    return place < 0 ? 0 : this.#orders[place * ORDER_WIDTH]!;
  }

  orderLo(place: number): number {
    return place < 0 ? 0 : this.#orders[place * ORDER_WIDTH + 1]!;
  }

  orderPrice(place: number): number {
    return this.#orders[place * ORDER_WIDTH + 2]!;
  }

  orderSize(place: number): number {
    return this.#orders[place * ORDER_WIDTH + 3]!;
  }

  /** -1 where there is none. A market has a few dozen. */
  findKind(action: number, side: number, flags: number): number {
    const kinds = this.#kinds;
    for (let at = 0; at < kinds.length; at += KIND_WIDTH)
      if (kinds[at] === action && kinds[at + 1] === side && kinds[at + 2] === flags) return at / KIND_WIDTH;
    return -1;
  }

  addKind(action: number, side: number, flags: number): void {
    this.#kinds.push(action, side, flags, 0, 0);
  }

  setKind(kind: number, price: number, aux: number): void {
    this.#kinds[kind * KIND_WIDTH + 3] = price;
    this.#kinds[kind * KIND_WIDTH + 4] = aux;
  }

  kindAction(kind: number): number {
    return this.#kinds[kind * KIND_WIDTH]!;
  }

  kindSide(kind: number): number {
    return this.#kinds[kind * KIND_WIDTH + 1]!;
  }

  kindFlags(kind: number): number {
    return this.#kinds[kind * KIND_WIDTH + 2]!;
  }

  kindPrice(kind: number): number {
    return this.#kinds[kind * KIND_WIDTH + 3]!;
  }

  kindAux(kind: number): number {
    return this.#kinds[kind * KIND_WIDTH + 4]!;
  }
}
