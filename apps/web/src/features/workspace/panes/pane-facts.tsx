/** Facts of a pane in the head of its frame, beside instrument and timeframe: written by the pane, placed by the frame. */
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The place in the head; null before it is there. */
export const FactsPlace = createContext<HTMLElement | null>(null);

/** `bid × ask · 300% from 60`: what belongs to the pane and is shown in its head. */
export function PaneFacts({ children }: { readonly children: ReactNode }): ReactNode {
  const place = useContext(FactsPlace);
  return place === null ? null : createPortal(children, place);
}
