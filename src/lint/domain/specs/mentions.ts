import { variablePattern } from '../../../kinds/documents/forms.ts';
import type { DocumentNode, YamlDocument } from '../../../model/document.ts';
import type { Workspace } from '../../../model/workspace.ts';
import { rememberLast } from '../../../text/remember-last.ts';

/** Names that the resource files refer to. */
export interface Mentions {
  /** Names in `$(name)`. */
  readonly variables: ReadonlySet<string>;
  /** Whole strings that contain a slash, which include the names of ids. Variables may hold them too. */
  readonly names: ReadonlySet<string>;
  /** Names in `$(secret:NAME)`. */
  readonly secrets: ReadonlySet<string>;
  /** Names under `uses`. */
  readonly presets: ReadonlySet<string>;
}

const expression = new RegExp(String.raw`(?<!\$)\$\((${variablePattern})\)`, 'g');

const secretExpression = /(?<!\$)\$\(secret:([A-Z0-9_]+)\)/g;

/** Names collected from the strings of a document. */
interface Named {
  readonly variables: Set<string>;
  readonly names: Set<string>;
  readonly secrets: Set<string>;
}

function nothing(): Named {
  return { variables: new Set(), names: new Set(), secrets: new Set() };
}

/** The names that one document refers to, except presets. */
export function documentMentions({ root }: YamlDocument): Named {
  const named = nothing();
  if (root !== undefined) texts(root, named);
  return named;
}

/** The last result is kept, because several rules ask for the same workspace in a row. */
export const mentionsIn = rememberLast((workspace: Workspace): Mentions => {
  const named = nothing();
  for (const document of workspace.yaml) {
    if (workspace.cached?.has(document) === true) continue;
    if (document.root !== undefined) texts(document.root, named);
  }
  for (const { vars } of workspace.environments.values()) {
    for (const { node } of vars.values()) texts(node, { ...named, variables: new Set() });
  }
  const presets = new Set<string>();
  for (const resource of workspace.resources) {
    if (workspace.cached?.has(resource.document) === true) continue;
    for (const { name } of resource.uses) presets.add(name);
  }
  for (const { mentions } of workspace.cached?.values() ?? []) {
    for (const name of mentions.variables) named.variables.add(name);
    for (const name of mentions.ids) named.names.add(name);
    for (const name of mentions.secrets) named.secrets.add(name);
    for (const name of mentions.presets) presets.add(name);
  }
  return { ...named, presets };
});

function texts(node: DocumentNode, named: Named): void {
  if (node.type === 'list') for (const item of node.items) texts(item, named);
  else if (node.type === 'map') for (const { value } of node.entries) texts(value, named);
  else if (typeof node.value === 'string') {
    if (node.value.includes('/')) named.names.add(node.value);
    if (!node.value.includes('$(')) return;
    for (const [, variable] of node.value.matchAll(expression))
      if (variable !== undefined) named.variables.add(variable);
    for (const [, secret] of node.value.matchAll(secretExpression))
      if (secret !== undefined) named.secrets.add(secret);
  }
}
