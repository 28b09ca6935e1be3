/** Why a DBN file was refused: the byte offset, what was expected there and what was found. */
export class DbnError extends Error {
  /** Bytes from the start of the stream that `place` names. */
  readonly offset: number;
  readonly place: 'file' | 'decompressed data';

  constructor(reason: string, offset: number, place: 'file' | 'decompressed data' = 'decompressed data') {
    super(`byte ${offset} of the ${place}: ${reason}`);
    this.name = 'DbnError';
    this.offset = offset;
    this.place = place;
  }
}
