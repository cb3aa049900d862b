import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Range } from '../../model/document.ts';
import type { Fix } from '../../model/fix.ts';

type AdvisedFinding = Pick<Diagnostic, 'message' | 'place'> & { readonly help?: string | undefined };

/**
 * The edit of a help that is nothing but one text to write, where the place of the finding shows what it replaces. Only
 * suggested: the rule did not say that it keeps the meaning.
 */
export function writtenHelp({ help = '', message, place }: AdvisedFinding): Fix | undefined {
  const [, meant] = /^write `([^`\u2026]+)`$/.exec(help) ?? [];
  if (meant === undefined || isPlaceholder(meant)) return undefined;
  const { source, start, end } = place;
  const [, quote = '', word = ''] = /^(["']?)([^"'\n]*)\1$/.exec(source.text.slice(start, end)) ?? [];
  const inner = { start: start + quote.length, end: end - quote.length };
  const line = source.text.slice(source.text.lastIndexOf('\n', start - 1) + 1, start);
  const spans = [...message.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
  const edit =
    (word === '' ? undefined : wordEdit(word, meant, spans, inner)) ??
    wholeEdit(source.text.slice(start, end), meant, { line, start, end });
  return edit === undefined
    ? undefined
    : { safety: 'unsafe', title: `write \`${meant}\``, edits: [{ source, ...edit }] };
}

interface TextEdit extends Range {
  readonly text: string;
}

function isPlaceholder(meant: string): boolean {
  return /\bNAME\b|\$\(secret:|edgewright-ignore/.test(meant);
}

/** One word for another that the message quotes: a name, a URL, an alias, a tag of XML. */
function wordEdit(word: string, meant: string, spans: readonly string[], at: Range): TextEdit | undefined {
  if (spans.some((span) => span === `${word}>`) && /^<[\w:.-]+>$/.test(meant))
    return { ...at, text: meant.slice(0, -1) };
  const isQuoted = spans.some(
    (span) =>
      word === span || word.startsWith(`${span}/`) || (word.startsWith('*') && span === `&${word.slice(1)}`),
  );
  const isWord = /^\*?[\w./:@-]+$/.test(meant) || /^<\/[\w:.-]+>$/.test(meant);
  return isQuoted && isWord ? { ...at, text: meant } : undefined;
}

/** The same text in quotes or closed, or the value of the key that the help names, too. */
function wholeEdit(text: string, meant: string, at: Range & { readonly line: string }): TextEdit | undefined {
  const { line, start, end } = at;
  const isOpen = !/["']/.test(line);
  const isClosed = meant.startsWith(text) && /^["\]}]$/.test(meant.slice(text.length));
  if ((isOpen && meant === `"${text}"`) || isClosed) return { start, end, text: meant };
  const [, key = '', value = ''] = /^([\w-]+): (.+)$/.exec(meant) ?? [];
  const before = line.trimEnd();
  return key !== '' && (before.endsWith(`"${key}":`) || before.trimStart() === `${key}:`)
    ? { start, end, text: value }
    : undefined;
}
