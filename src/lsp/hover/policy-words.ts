import type { Range, Source } from '../../model/document.ts';
import type { Policy } from '../../model/policy/policy.ts';
import { inlineCode } from './markdown.ts';

/** A lint policy named as a rule, `policy/<name>`: in a suppression comment or in edgewright.yaml. */
export function policyAt(
  { text, path }: Source,
  offset: number,
  policies: readonly Policy[],
): { readonly policy: Policy; readonly range: Range } | undefined {
  const before = /[\w/-]*$/.exec(text.slice(Math.max(0, offset - 100), offset))?.[0] ?? '';
  const start = offset - before.length;
  const end = offset + (/^[\w/-]*/.exec(text.slice(offset, offset + 100))?.[0].length ?? 0);
  const policy = policies.find(({ name }) => text.slice(start, end) === `policy/${name}`);
  if (policy === undefined) return undefined;
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const isNamed = /#\s*edgewright-ignore\s[^:]*$/.test(line) || path === 'edgewright.yaml';
  return isNamed ? { policy, range: { start, end } } : undefined;
}

/** Describes a lint policy like `explain` does. All its texts come from the workspace, so they are escaped. */
export function policyWords({ name, kinds, where, assert, message, why, severity }: Policy): string {
  return [
    `**policy** ${inlineCode(`policy/${name}`)}`,
    inlineCode(message.text),
    ...(why === undefined ? [] : [inlineCode(why)]),
    [
      `- kinds: ${kinds.join(', ')}`,
      `- severity: ${severity}`,
      ...(where === undefined ? [] : [`- where: ${inlineCode(where.text)}`]),
      `- assert: ${inlineCode(assert.text)}`,
    ].join('\n'),
  ].join('\n\n');
}
