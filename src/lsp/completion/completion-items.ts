import type { CompletionItem, CompletionItemKind } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Candidate } from './candidate.ts';
import type { Completion } from './completion.ts';
import { withoutMarkdown } from '../hover/markdown.ts';

/** CompletionItemKind of the protocol, which decides the icon. */
const icons: Readonly<Record<Candidate['type'], CompletionItemKind>> = {
  field: 5,
  module: 9,
  value: 12,
  name: 18,
  rule: 21,
  file: 17,
  variable: 6,
  secret: 21,
};

/** Converts completions to protocol items. `sortText` keeps their order, because clients sort by it. */
export function completionItems(
  found: readonly Completion[],
  text: TextDocument,
  markup: 'markdown' | 'plaintext',
): CompletionItem[] {
  return found.map(({ label, type, detail, doc, start, end, text: newText }, index) => ({
    label,
    kind: icons[type],
    sortText: String(index).padStart(5, '0'),
    filterText: text.getText().startsWith('$(', start) ? newText : label,
    textEdit: { range: { start: text.positionAt(start), end: text.positionAt(end) }, newText },
    ...(detail === undefined ? {} : { detail }),
    ...(doc === undefined
      ? {}
      : { documentation: { kind: markup, value: markup === 'markdown' ? doc : withoutMarkdown(doc) } }),
  }));
}
