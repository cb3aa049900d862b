import { dashOf } from '../../edit/dash.ts';
import { lineBreak, lineEnd, lineStart } from '../../edit/lines.ts';
import { inlineYaml } from '../../edit/yaml-text.ts';
import type { Edit } from '../../model/diagnostic.ts';
import type { ResourceDocument } from '../../model/workspace.ts';

/** Adds the old name to `formerly`, so that the live object is renamed instead of deleted and created again. */
export function formerlyEdit(
  { document, root, formerly, name, nameNode }: ResourceDocument,
  newName: string,
): Edit {
  const { source } = document;
  const { text } = source;
  const again = formerly.find((one) => one.name === newName);
  if (again !== undefined) {
    const { start, end } = again.node.alias ?? again.node;
    return { source, start, end, text: inlineYaml(name) };
  }
  const list = root.entries.find(({ key }) => key.value === 'formerly')?.value;
  const last = list?.type === 'list' && list.alias === undefined ? list.items.at(-1) : undefined;
  if (list?.type === 'list' && last !== undefined) {
    const { start, end } = last.alias ?? last;
    if (list.flow) return { source, start: end, end, text: `, ${inlineYaml(name)}` };
    const dash = dashOf(list, list.items.length - 1, source) ?? start;
    const indent = text.slice(lineStart(text, dash), dash);
    const at = lineEnd(text, end);
    return { source, start: at, end: at, text: `${lineBreak(text)}${indent}- ${inlineYaml(name)}` };
  }
  if (list !== undefined)
    return {
      source,
      start: list.start,
      end: list.end,
      text: `${list.start === list.end ? ' ' : ''}[${inlineYaml(name)}]`,
    };
  if (root.flow) {
    const { end } = nameNode.alias ?? nameNode;
    return { source, start: end, end, text: `, formerly: [${inlineYaml(name)}]` };
  }
  const first = root.entries[0]?.key.start ?? 0;
  const at = lineEnd(text, (nameNode.alias ?? nameNode).end);
  const indent = ' '.repeat(first - lineStart(text, first));
  return { source, start: at, end: at, text: `${lineBreak(text)}${indent}formerly: [${inlineYaml(name)}]` };
}
