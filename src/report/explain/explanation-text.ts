import { noteInWords } from '../../kinds/api-notes.ts';
import { docsAddress } from '../../derive/explain/docs-address.ts';
import type { Explanation, Fact } from '../../derive/explain/explanation.ts';
import { wrap } from '../text/flow-text.ts';
import { inertLine } from '../text/inert.ts';
import { codeBlock, codeSpan } from '../text/markdown.ts';
import { yamlText } from '../text/yaml.ts';

/** A part of an explanation, for every format. */
export type ExplanationPart =
  | { readonly prose: string; /** Of a workspace, not our own. */ readonly isForeign?: true }
  | { readonly title?: string; readonly facts: readonly Fact[] }
  | { readonly title: string; readonly code: string };

const width = 80;

/** A kind, a module or a field in words. */
export function renderExplanation(explanation: Explanation): string {
  const { subject, title, inside = 'Fields', fields, example, readOn } = explanation;
  return explanationText(subject.endsWith(title) ? subject : `${subject} (${title})`, [
    ...mainParts(explanation),
    ...(fields.length === 0 ? [] : [{ title: inside, facts: fields }]),
    ...(example === undefined ? [] : [{ title: 'Example', code: yamlText(example) }]),
    { title: 'Read on', code: readOn.join('\n') },
  ]);
}

/**
 * The meaning of a kind, a module or a field, and its facts. `docs` is where the pages are: the folder that is shipped,
 * or `lint.docs_url`.
 */
export function mainParts(
  { doc, facts, note, page }: Explanation,
  docs?: string,
): readonly ExplanationPart[] {
  const source = note === undefined ? [] : [{ label: 'source', text: noteInWords(note) }];
  const reference = page === undefined ? [] : [{ label: 'page', text: docsAddress(docs, page) }];
  return [{ prose: doc }, { facts: [...facts, ...source, ...reference] }];
}

/** For a terminal: prose and facts at most 80 columns wide, except for long words. */
export function explanationText(heading: string, parts: readonly ExplanationPart[]): string {
  const texts = parts.map((part) => {
    if ('prose' in part) return indented(wrap(flat(part.prose), width - 2).join('\n'));
    const inside = 'code' in part ? indented(part.code.trimEnd()) : table(part.facts);
    return part.title === undefined ? inside : `${part.title}\n${inside}`;
  });
  return `${[heading, ...texts].join('\n\n')}\n`;
}

/** The same without a heading. */
export function explanationMarkdown(parts: readonly ExplanationPart[]): string {
  const texts = parts.flatMap((part) => {
    if ('prose' in part) return [part.isForeign === true ? codeSpan(part.prose) : part.prose];
    const title = part.title === undefined ? [] : [`${part.title}:`];
    if ('code' in part) return [...title, codeBlock(part.code, 'yaml')];
    return [...title, part.facts.map(({ label, text }) => `- ${label}: ${text}`).join('\n')];
  });
  return texts.join('\n\n');
}

/** Labels and texts, each text wrapped in its own column. */
function table(rows: readonly Fact[]): string {
  const left = Math.max(...rows.map(({ label }) => label.length)) + 4;
  return rows
    .map(({ label, text }) => {
      const lines = wrap(flat(text), width - left);
      return `  ${label}`.padEnd(left) + lines.join(`\n${' '.repeat(left)}`);
    })
    .join('\n');
}

function flat(text: string): string {
  return inertLine(text.replaceAll(/\s+/g, ' ').trim());
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
