import type { ScalarNode } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import type { WorkspaceDocument } from '../../model/workspace.ts';
import { fieldOf, writtenSpecs } from './written-spec.ts';
import { scalarsIn } from './yaml-tree.ts';

/** A secret field in whose place something else stands than a reference. */
export interface LiteralSecret {
  readonly name: string;
  readonly node: ScalarNode;
  /** From the document's root. */
  readonly path: Path;
  readonly text: string;
}

/** Texts in secret fields that hold no `$(secret:…)`. Malformed references are the compiler's to report. */
export function literalSecrets(meaning: WorkspaceDocument | undefined): readonly LiteralSecret[] {
  if (meaning === undefined) return [];
  const found: LiteralSecret[] = [];
  for (const spec of writtenSpecs(meaning)) {
    for (const { node, path } of scalarsIn(spec.node)) {
      const { value } = node;
      if (typeof value !== 'string' || value === '' || node.tag !== undefined || /\$\((?!\w+\)$)/.test(value))
        continue;
      if (fieldOf(meaning, path)?.secret !== true) continue;
      found.push({ name: String(path.at(-1)), node, path: [...spec.path, ...path], text: value });
    }
  }
  return found;
}

const words =
  /^(?:change[-_ ]?(?:me|it)|replace[-_ ]?me|to[-_ ]?do|tbd|fixme|secret|password|placeholder|example|dummy|none|null|xx+|\*+|\.{3,}|…)$/i;

/** Whether a text only stands for a secret that somebody was to fill in. */
export function isPlaceholder(text: string): boolean {
  const word = text.trim();
  return (
    /^<[^<>]*>$/.test(word) || /^\[[A-Z_ -]+\]$/.test(word) || /^your[-_ ]/i.test(word) || words.test(word)
  );
}
