/**
 * Damerau-Levenshtein, in the form that never edits the same part twice; anything above `limit` if it is more than
 * that. What both words begin and end with costs nothing, and a row in which all is above the limit is the last.
 */
export function editDistance(a: string, b: string, limit: number): number {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  return distanceOf(a.slice(start, endA), b.slice(start, endB), limit);
}

function distanceOf(a: string, b: string, limit: number): number {
  let twoBack: number[] = [];
  let back = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((back[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (back[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (twoBack[j - 2] ?? 0) + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    // A swap reaches back two rows.
    if (least > limit + 1) return least;
    twoBack = back;
    back = row;
  }
  return back[b.length] ?? 0;
}
