import { variableName } from '../../derive/schema/expressions.ts';
import type { DocumentNode, YamlDocument } from '../../model/document.ts';
import type { Workspace } from '../../model/workspace.ts';
import { rememberLast } from '../../derive/remember-last.ts';

/** What the resource files speak of. */
export interface Mentions {
  /** Names in `$(name)`. */
  readonly variables: ReadonlySet<string>;
  /** Whole texts that have a slash: names of ids among them. Variables may hold them too. */
  readonly names: ReadonlySet<string>;
  /** Names under `uses`. */
  readonly presets: ReadonlySet<string>;
}

const expression = new RegExp(String.raw`(?<!\$)\$\((${variableName})\)`, 'g');

/** What one document speaks of, but for its presets. */
export function mentionsOf({ root }: YamlDocument): Pick<Mentions, 'variables' | 'names'> {
  const mentions = { variables: new Set<string>(), names: new Set<string>() };
  if (root !== undefined) texts(root, mentions.variables, mentions.names);
  return mentions;
}

/** Several rules ask for the same workspace, one after the other. */
export const mentionsIn = rememberLast((workspace: Workspace): Mentions => {
  const variables = new Set<string>();
  const names = new Set<string>();
  for (const document of workspace.yaml) {
    if (workspace.settled?.has(document) === true) continue;
    if (document.root !== undefined) texts(document.root, variables, names);
  }
  for (const { vars } of workspace.environments.values()) {
    for (const { node } of vars.values()) texts(node, new Set(), names);
  }
  const presets = new Set<string>();
  for (const resource of workspace.resources) {
    if (workspace.settled?.has(resource.document) === true) continue;
    for (const { name } of resource.uses) presets.add(name);
  }
  for (const { mentions } of workspace.settled?.values() ?? []) {
    for (const name of mentions.variables) variables.add(name);
    for (const name of mentions.ids) names.add(name);
    for (const name of mentions.presets) presets.add(name);
  }
  return { variables, names, presets };
});

function texts(node: DocumentNode, variables: Set<string>, names: Set<string>): void {
  if (node.type === 'list') for (const item of node.items) texts(item, variables, names);
  else if (node.type === 'map') for (const { value } of node.entries) texts(value, variables, names);
  else if (typeof node.value === 'string') {
    if (node.value.includes('/')) names.add(node.value);
    if (node.value.includes('$(')) {
      for (const match of node.value.matchAll(expression))
        if (match[1] !== undefined) variables.add(match[1]);
    }
  }
}
