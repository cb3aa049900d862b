import { noteInWords } from '../../kinds/api-notes.ts';
import type { Explanation, Fact } from '../../derive/explain/explanation.ts';
import { yamlText } from '../text/yaml.ts';
import { indented } from './explain-rule.ts';

const width = 80;

/** A kind, a module or a field in words, at most 80 columns wide except for long words. */
export function renderExplanation(explanation: Explanation): string {
  const { subject, title, doc, note, facts, inside = 'Fields', fields, example, readOn } = explanation;
  const source = note === undefined ? [] : [{ label: 'source', text: noteInWords(note) }];
  const heading = subject.endsWith(title) ? subject : `${subject} (${title})`;
  const parts = [
    heading,
    wrap(doc, width - 2)
      .map((line) => `  ${line}`)
      .join('\n'),
    table([...facts, ...source]),
    ...(fields.length === 0 ? [] : [`${inside}\n${table(fields)}`]),
    ...(example === undefined ? [] : [`Example\n${indented(yamlText(example))}`]),
    `Read on\n${readOn.map((command) => `  ${command}`).join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A table of labels and texts, each text wrapped in its own column. */
function table(rows: readonly Fact[]): string {
  const left = Math.max(...rows.map(({ label }) => label.length)) + 4;
  return rows
    .map(
      ({ label, text }) => `  ${label}`.padEnd(left) + wrap(text, width - left).join(`\n${' '.repeat(left)}`),
    )
    .join('\n');
}

function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
