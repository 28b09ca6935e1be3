/** Solves small dense systems of linear equations in place. */

const MIN_PIVOT = 1e-12;

/**
 * Gauss-Jordan with pivots: `right` (rows of `width`) becomes left^-1 right. A column without a pivot is left out: its
 * unknown is as good as not there.
 */
export function eliminate(left: Float64Array, right: Float64Array, size: number, width: number): void {
  for (let column = 0; column < size; column += 1) {
    const pivot = pivotRow(left, size, column);
    const value = left[pivot * size + column]!;
    if (Math.abs(value) < MIN_PIVOT) continue;
    swapRows(left, size, pivot, column);
    swapRows(right, width, pivot, column);
    scaleRow(left, size, column, 1 / value);
    scaleRow(right, width, column, 1 / value);
    for (let row = 0; row < size; row += 1) {
      const factor = left[row * size + column]!;
      if (row === column || factor === 0) continue;
      subtractRow(left, size, row, column, factor);
      subtractRow(right, width, row, column, factor);
    }
  }
}

/** Row from `column` on with the largest entry in the column. */
function pivotRow(left: Float64Array, size: number, column: number): number {
  let pivot = column;
  let largest = 0;
  for (let row = column; row < size; row += 1) {
    const entry = Math.abs(left[row * size + column]!);
    if (entry <= largest) continue;
    largest = entry;
    pivot = row;
  }
  return pivot;
}

function swapRows(matrix: Float64Array, width: number, one: number, other: number): void {
  if (one === other) return;
  const row = matrix.slice(one * width, (one + 1) * width);
  matrix.copyWithin(one * width, other * width, (other + 1) * width);
  matrix.set(row, other * width);
}

function scaleRow(matrix: Float64Array, width: number, row: number, factor: number): void {
  for (let at = row * width; at < (row + 1) * width; at += 1) matrix[at]! *= factor;
}

function subtractRow(matrix: Float64Array, width: number, row: number, from: number, factor: number): void {
  for (let at = 0; at < width; at += 1) {
    const taken = factor * matrix[from * width + at]!;
    matrix[row * width + at]! -= taken;
  }
}
