/**
 * Damerau-Levenshtein distance (optimal string alignment); any number above `limit` if it is larger. Common prefixes
 * and suffixes are skipped, cells further from the diagonal than the limit are not computed, and a row with only larger
 * values ends the computation.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let start = 0;
  while (start < a.length && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--;
    endB--;
  }
  if (endA === start || endB === start) return endA - start + (endB - start);
  return distanceOf(a.slice(start, endA), b.slice(start, endB), limit);
}

/** Three rows of the table, reused, because a word may be compared with thousands. */
const rows: [number[], number[], number[]] = [[], [], []];

function distanceOf(a: string, b: string, limit: number): number {
  const far = limit + 1;
  let [twoBack, back, row] = rows;
  for (let j = 0; j <= b.length; j++) back[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const [first, last] = [Math.max(1, i - limit), Math.min(b.length, i + limit)];
    row[first - 1] = first === 1 ? i : far;
    let least = row[first - 1] ?? far;
    for (let j = first; j <= last; j++) {
      const cost = costAt(a, b, i, j, twoBack, back, row);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (last < b.length) row[last + 1] = far;
    // Stops only above `far`: a transposition adds to a value from two rows back, so the next row may still be within
    // the limit.
    if (least > far) return least;
    [twoBack, back, row] = [back, row, twoBack];
  }
  return back[b.length] ?? 0;
}

type Row = readonly number[];

function costAt(a: string, b: string, i: number, j: number, twoBack: Row, back: Row, row: Row): number {
  const [first, other] = [a.charCodeAt(i - 1), b.charCodeAt(j - 1)];
  const edited = Math.min(back[j] ?? 0, row[j - 1] ?? 0) + 1;
  const cost = Math.min(edited, (back[j - 1] ?? 0) + (first === other ? 0 : 1));
  const isSwap = i > 1 && j > 1 && first === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other;
  return isSwap ? Math.min(cost, (twoBack[j - 2] ?? 0) + 1) : cost;
}
