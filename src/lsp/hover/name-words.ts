import { nameables } from '../../kinds/references.ts';
import { isCredentialHeader, secretIn } from '../../derive/secrets/secret-patterns.ts';
import type { Environment, Variable, Workspace } from '../../model/workspace.ts';
import { inlineCode } from './markdown.ts';
import type { Mention } from '../mentions/mention.ts';
import { sameName } from '../mentions/mentions.ts';

/** Describes a name; variables and ids with their value in each environment. */
export function nameWords(workspace: Workspace, mention: Mention): string {
  const { name, type } = mention;
  const environments = [...workspace.environments.values()];
  switch (type) {
    case 'id': {
      const target = nameables[name.slice(0, name.indexOf('/')) as keyof typeof nameables]?.title ?? 'id';
      return table(`**${target}** ${inlineCode(name)}`, environments, ({ ids }) => ids.get(name)?.id);
    }
    case 'variable':
      return table(`**variable** ${inlineCode(name)}`, environments, ({ vars }) => valueOf(vars.get(name)));
    case 'secret': {
      const isDeclared = workspace.settings.secrets.has(name);
      const from = `Its value comes from ${inlineCode(`EDGEWRIGHT_SECRET_${name}`)} or a file ${inlineCode(name)} in \`--secrets-dir\`, and is never shown.`;
      return `**secret** ${inlineCode(name)}\n\n${isDeclared ? from : 'Not declared: add it to `secrets:` of edgewright.yaml.'}`;
    }
    case 'file': {
      const read = workspace.readFile(name);
      const words = 'source' in read ? `${Buffer.byteLength(read.text)} bytes` : read.problem;
      return `**file** ${inlineCode(name)}\n\n${words}`;
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
          : `Declared in ${inlineCode(declared.place.source.path)}.`;
      return `**${type}** ${inlineCode(name)}\n\n${where} Named in ${uses} other ${uses === 1 ? 'place' : 'places'}.`;
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
    return `- ${environment.name}: ${value === undefined ? 'not declared' : inlineCode(value)}`;
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
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
