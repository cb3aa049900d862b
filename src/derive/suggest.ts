/**
 * The words that were probably meant, best first, at most three; none rather than a bad guess. Letter case, `-` and `_`
 * do not count, a swap of neighbours is one mistake.
 */
export function suggestions(word: string, candidates: Iterable<string>): readonly string[] {
  const folded = fold(word);
  const limit = Math.max(1, Math.floor(folded.length / 3));
  const found: { readonly candidate: string; readonly distance: number }[] = [];
  for (const candidate of candidates) {
    if (candidate === word) continue;
    const other = fold(candidate);
    if (Math.abs(other.length - folded.length) > limit) continue;
    const distance = editDistance(folded, other);
    if (distance <= limit && distance < Math.max(folded.length, other.length) / 2) {
      found.push({ candidate, distance });
    }
  }
  found.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return found.slice(0, 3).map(({ candidate }) => candidate);
}

/** The first suggestion as the end of a sentence: "; did you mean `host`?" without the mark, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const [first] = suggestions(word, candidates);
  return first === undefined ? '' : `, did you mean \`${first}\``;
}

function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[-_]/g, '');
}

/** Damerau-Levenshtein, in the form that never edits the same part twice. */
function editDistance(a: string, b: string): number {
  let twoBack: number[] = [];
  let back = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((back[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (back[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (twoBack[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    twoBack = back;
    back = row;
  }
  return back[b.length] ?? 0;
}
