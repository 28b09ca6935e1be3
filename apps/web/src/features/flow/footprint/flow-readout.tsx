/** What is under the crosshair of a canvas in words. It changes with each movement: it renders alone, not with its pane. */
import { type ReactNode, useState } from 'react';
import { Observable, useObservable } from '#lib/state/observable.ts';

export interface ReadoutWords {
  /** Null without a crosshair. */
  readonly shown: Observable<string | null>;
  /** For screen readers: what keys reached. */
  readonly spoken: Observable<string>;
  readonly onReadout: (words: string | null, isKey: boolean) => void;
}

function readoutWords(): ReadoutWords {
  const shown = new Observable<string | null>(null);
  const spoken = new Observable('');
  return {
    shown,
    spoken,
    onReadout(words, isKey) {
      shown.set(words);
      if (isKey) spoken.set(words ?? '');
    },
  };
}

export function useReadoutWords(): ReadoutWords {
  return useState(readoutWords)[0];
}

export function FlowReadout({ shown, spoken }: ReadoutWords): ReactNode {
  const words = useObservable(shown);
  return (
    <>
      {words === null ? null : (
        <p className="footprint-readout" aria-hidden="true">
          {words}
        </p>
      )}
      <p className="sr-only" role="status">
        {useObservable(spoken)}
      </p>
    </>
  );
}
