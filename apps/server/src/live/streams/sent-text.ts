/** A message of streams while it is sent, whose frame all sockets share. It is not kept: the ring has its text. */
import { textFrame } from '#live/socket/text-frame.ts';
import type { StreamText } from '#ports/streams/streams.ts';

export class SentText implements StreamText {
  readonly text: string;
  #frame: Buffer | null = null;

  constructor(text: string) {
    this.text = text;
  }

  get frame(): Buffer {
    this.#frame ??= textFrame(this.text);
    return this.#frame;
  }
}
