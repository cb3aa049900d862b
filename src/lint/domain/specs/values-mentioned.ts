import { variablePattern } from '../../../kinds/documents/forms.ts';
import type { DocumentNode } from '../../../model/document.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
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

const expression = new RegExp(String.raw`(?<!\$)\$\((?:(${variablePattern})|secret:([A-Z0-9_]+))\)`, 'g');

/** Names collected from the strings of documents. */
type MentionSinks = {
  readonly [Of in 'variables' | 'names' | 'secrets']: { readonly add: (name: string) => void };
};

/** The last result is kept, because several rules ask for the same workspace in a row. */
export const mentionsIn = rememberLast((workspace: Workspace): Mentions => {
  const named = { variables: new Set<string>(), names: new Set<string>(), secrets: new Set<string>() };
  for (const document of workspace.yaml) {
    if (document.root !== undefined) texts(document.root, named);
  }
  for (const { vars } of workspace.environments.values()) {
    for (const { node } of vars.values()) texts(node, { ...named, variables: new Set() });
  }
  const presets = new Set<string>();
  for (const { uses } of workspace.resources) for (const { name } of uses) presets.add(name);
  return { ...named, presets };
});

function texts(node: DocumentNode, named: MentionSinks): void {
  if (node.type === 'list') for (const item of node.items) texts(item, named);
  else if (node.type === 'map') for (const { value } of node.entries) texts(value, named);
  else if (typeof node.value === 'string') {
    if (node.value.includes('/')) named.names.add(node.value);
    if (!node.value.includes('$(')) return;
    // Not `matchAll`: it copies the expression each time.
    expression.lastIndex = 0;
    for (let match = expression.exec(node.value); match !== null; match = expression.exec(node.value)) {
      const [, variable, secret] = match;
      if (variable !== undefined) named.variables.add(variable);
      else if (secret !== undefined) named.secrets.add(secret);
    }
  }
}
