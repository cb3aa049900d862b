import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Source } from '../../model/document.ts';
import { addTo } from '../../text/lists/group-by.ts';
import type { Edit, Fix } from '../../model/fix.ts';

export interface FixResult {
  /** The new text of each file that changed, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** The findings whose fix was applied. */
  readonly applied: readonly Diagnostic[];
}

/**
 * Applies the fixes that do not overlap: of two that touch the same text the first wins, the other is left for the next
 * pass. `unsafe` includes safe fixes. A fix is applied completely or not at all.
 */
export function applyFixes(
  sources: ReadonlyMap<string, Source>,
  diagnostics: readonly Diagnostic[],
  safety: 'safe' | 'unsafe',
): FixResult {
  const taken = new Map<string, Edit[]>();
  const applied: Diagnostic[] = [];
  for (const diagnostic of diagnostics) {
    const { fix } = diagnostic;
    if (fix === undefined || (fix.safety === 'unsafe' && safety === 'safe')) continue;
    if (!fits(fix, taken)) continue;
    applied.push(diagnostic);
    for (const edit of fix.edits) addTo(taken, edit.source.path, edit);
  }
  const texts = new Map<string, string>();
  for (const [path, edits] of taken) {
    // A file read by `$(file:…)` is not a source of the workspace.
    const source = sources.get(path) ?? edits[0]?.source;
    if (source !== undefined) texts.set(path, edited(source.text, edits));
  }
  return { texts, applied };
}

function fits(fix: Fix, taken: ReadonlyMap<string, readonly Edit[]>): boolean {
  return fix.edits.every((edit) =>
    (taken.get(edit.source.path) ?? []).every((other) => !touches(edit, other)),
  );
}

/**
 * Edits that meet at one offset also touch: their order would matter. So do two parts that are deleted with nothing but
 * space between them: the second may then be the last one of its block, which is not deleted but emptied.
 */
function touches(a: Edit, b: Edit): boolean {
  if (a.start <= b.end && b.start <= a.end) return true;
  if (a.text !== '' || b.text !== '') return false;
  const [first, second] = a.start < b.start ? [a, b] : [b, a];
  const space = /\s*/y;
  space.lastIndex = first.end;
  space.test(first.source.text);
  return space.lastIndex >= second.start;
}

function edited(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
