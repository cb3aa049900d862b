import { isCredentialHeader, secretIn } from '../../derive/secrets/secret-patterns.ts';
import { nameables } from '../../kinds/references.ts';
import type { Mention } from '../mentions/mentions-in-resource.ts';
import { sameName } from '../mentions/mentions.ts';
import type { Range, Source } from '../../model/document.ts';
import type { Policy } from '../../model/policy.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { policyParts } from '../../report/explain/explain-rule.ts';
import { explanationMarkdown } from '../../report/explain/explanation-text.ts';
import { codeSpan } from '../../report/text/markdown.ts';
import { clip } from '../../text/words/clip.ts';
import type { Environment, Variable } from '../../model/workspace/environment.ts';

/** Describes a name; variables and ids with their value in each environment. */
export function nameWords(workspace: Workspace, mention: Mention): string {
  const { name, type } = mention;
  const environments = [...workspace.environments.values()];
  switch (type) {
    case 'id': {
      const target = nameables[name.slice(0, name.indexOf('/')) as keyof typeof nameables]?.title ?? 'id';
      return table(`**${target}** ${codeSpan(name)}`, environments, ({ ids }) => ids.get(name)?.id);
    }
    case 'variable':
      return table(`**variable** ${codeSpan(name)}`, environments, ({ vars }) => valueOf(vars.get(name)));
    case 'secret': {
      const isDeclared = workspace.settings.secrets.has(name);
      const from = `Its value comes from ${codeSpan(`EDGEWRIGHT_SECRET_${name}`)} or a file ${codeSpan(name)} in \`--secrets-dir\`, and is never shown.`;
      return `**secret** ${codeSpan(name)}\n\n${isDeclared ? from : 'Not declared: add it to `secrets:` of edgewright.yaml.'}`;
    }
    case 'file': {
      const read = workspace.readFile(name);
      const words = 'source' in read ? `${Buffer.byteLength(read.text)} bytes` : read.problem;
      return `**file** ${codeSpan(name)}\n\n${words}`;
    }
    case 'preset':
    case 'resource':
    case 'environment': {
      const all = sameName(workspace, mention);
      const uses = all.filter(({ role }) => role === 'use').length;
      const declared = all.find(({ role }) => role === 'declaration');
      const where =
        declared === undefined
          ? 'It is declared nowhere.'
          : `Declared in ${codeSpan(declared.place.source.path)}.`;
      return `**${type}** ${codeSpan(name)}\n\n${where} Named in ${uses} other ${uses === 1 ? 'place' : 'places'}.`;
    }
  }
}

function table(
  heading: string,
  environments: readonly Environment[],
  valueIn: (environment: Environment) => string | undefined,
): string {
  const rows = environments.map((environment) => {
    const value = valueIn(environment);
    return `- ${environment.name}: ${value === undefined ? 'not declared' : codeSpan(value)}`;
  });
  return `${heading}\n\n${rows.join('\n')}`;
}

const longest = 200;

/** The value as written. Text that looks like a credential is not shown, because hovers appear in screen shares. */
function valueOf(variable: Variable | undefined): string | undefined {
  if (variable === undefined) return undefined;
  const { name, node, place } = variable;
  const text = place.source.text.slice(node.start, node.end).trim();
  if (isCredentialHeader(name) || secretIn(text) !== undefined) return '(secret)';
  return clip(text, longest);
}

/**
 * The name of a rule at an offset: in a suppression comment, or anywhere in edgewright.yaml. `letter`: one of its
 * letters.
 */
export function ruleNameAt(
  { text, path }: Source,
  offset: number,
  letter: RegExp,
): (Range & { readonly name: string }) | undefined {
  let [start, end] = [offset, offset];
  while (start > offset - 100 && letter.test(text.charAt(start - 1))) start--;
  while (end < offset + 100 && letter.test(text.charAt(end))) end++;
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const isNamed = /#\s*edgewright-ignore\s[^:]*$/.test(line) || path === 'edgewright.yaml';
  return isNamed ? { start, end, name: text.slice(start, end) } : undefined;
}

/** Describes a lint policy like `explain` does. */
export function policyWords(policy: Policy): string {
  return `**policy** ${codeSpan(`policy/${policy.name}`)}\n\n${explanationMarkdown(policyParts(policy))}`;
}

/** Markdown converted to plain text, for clients that cannot render it. */
export function withoutMarkdown(markdown: string): string {
  return markdown
    .replaceAll(/^```.*\n?/gm, '')
    .replaceAll(/\*\*(.+?)\*\*/g, '$1')
    .replaceAll(/(?<!`)`([^`\n]+)`(?!`)/g, '$1');
}
