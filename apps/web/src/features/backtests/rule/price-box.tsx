/** A price of the user's own inside a sentence of the form. */
import type { ReactNode } from 'react';
import { TextBox } from './value-box.tsx';

const PRICE = /^\d{1,6}(\.\d{1,9})?$/;

export function PriceBox({
  path,
  price,
  onTake,
}: {
  readonly path: string;
  readonly price: string;
  readonly onTake: (price: string) => void;
}): ReactNode {
  return (
    <TextBox
      label="Price"
      path={path}
      value={price}
      width={9}
      isRight={(text) => PRICE.test(text)}
      onTake={onTake}
      expected="Expected a price such as 4567.25."
    />
  );
}
