/** Solves a positive definite system of a few unknowns by Cholesky's decomposition. */

/** x of `matrix` x = `right`; the matrix is row-major and stays as it is. A tiny ridge is added where it is singular. */
export function solveSymmetric(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const lower = decompose(matrix, size);
  const solution = Float64Array.from(right);
  for (let row = 0; row < size; row += 1) {
    let sum = solution[row]!;
    for (let k = 0; k < row; k += 1) sum -= lower[row * size + k]! * solution[k]!;
    solution[row] = sum / lower[row * size + row]!;
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = solution[row]!;
    for (let k = row + 1; k < size; k += 1) sum -= lower[k * size + row]! * solution[k]!;
    solution[row] = sum / lower[row * size + row]!;
  }
  return solution;
}

function decompose(matrix: Float64Array, size: number): Float64Array {
  const lower = new Float64Array(size * size);
  let trace = 0;
  for (let row = 0; row < size; row += 1) trace += matrix[row * size + row]!;
  const ridge = Math.max(Number.MIN_VALUE, (1e-12 * trace) / size);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = matrix[row * size + column]!;
      for (let k = 0; k < column; k += 1) sum -= lower[row * size + k]! * lower[column * size + k]!;
      if (row === column) lower[row * size + row] = Math.sqrt(Math.max(sum, ridge));
      else lower[row * size + column] = sum / lower[column * size + column]!;
    }
  }
  return lower;
}
