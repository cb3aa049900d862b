import { quoted } from '../model/problem.ts';
import type { ScalarNode } from '../model/document.ts';
import type { Path } from '../model/value.ts';
import { reportAt, type Evaluation } from './evaluation.ts';

/** The text of `$(file:path)`, with `\n` at the end of each line. */
export function inlineFile(
  evaluation: Evaluation,
  node: ScalarNode,
  file: string,
  path: Path,
): string | undefined {
  const read = evaluation.compilation.workspace.readFile(file);
  if ('problem' in read) {
    const help =
      read.near === undefined
        ? 'write a path from the folder of edgewright.yaml, such as `policies/shop.yaml`'
        : `write \`$(file:${read.near})\``;
    reportAt(evaluation, 'file-unreadable', { node, path }, `the file ${quoted(file)} ${read.problem}`, {
      help,
    });
    return undefined;
  }
  const { source, text } = read;
  evaluation.through.push({
    path: [...path],
    what: source.path,
    place: { source, start: 0, end: source.text.length },
  });
  return text;
}
