import { problem } from '../derive/problem.ts';
import type { ScalarNode } from '../model/document.ts';
import type { Path } from '../model/value.ts';
import { placeIn, type Evaluation } from './evaluate.ts';

/** The text of `$(file:path)`, byte for byte (DESIGN 2). */
export function inlineFile(
  evaluation: Evaluation,
  node: ScalarNode,
  file: string,
  path: Path,
): string | undefined {
  const read = evaluation.workspace.readFile(file);
  if ('problem' in read) {
    evaluation.diagnostics.push(
      problem('file-unreadable', placeIn(evaluation, node), read.problem, { address: evaluation.address }),
    );
    return undefined;
  }
  const { source, text } = read;
  evaluation.through.push({ path, what: source.path, place: { source, start: 0, end: text.length } });
  return text;
}
