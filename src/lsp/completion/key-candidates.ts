import type { JsonSchema } from '../../derive/schema/json-schema.ts';
import type { DocumentField } from '../../kinds/documents/document-field.ts';
import { nameables } from '../../kinds/references.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { Candidate } from './candidate.ts';
import { inlineCode } from '../hover/markdown.ts';
import { mentionsOf } from '../mentions/mentions.ts';
import type { NameType } from '../mentions/mention.ts';
import { isSchema } from '../hover/schema-walk.ts';

/** The keys that a map can have: those of the schema, or names from the workspace. */
export function keyCandidates(
  schemas: readonly JsonSchema[],
  {
    own,
    workspace,
    file,
  }: {
    /** The map's field in our document tables. */
    readonly own: DocumentField | undefined;
    readonly workspace: Workspace;
    /** The path of the edited file. */
    readonly file: string;
  },
): readonly Candidate[] {
  switch (own?.type === 'map' ? own.keys : undefined) {
    case 'environment':
      return [...workspace.environments.keys()].map((label) => ({ label, type: 'module' }));
    case 'id':
      return missing('id', workspace, file);
    case 'variable':
      return missing('variable', workspace, file);
    case 'address':
      return workspace.resources.map(({ address }) => ({ label: address, type: 'name' }));
    case 'preset':
    case 'former-address':
    case 'rule':
    case undefined:
      return listed(schemas);
  }
}

function listed(schemas: readonly JsonSchema[]): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  for (const { properties } of schemas) {
    if (!isSchema(properties)) continue;
    for (const [label, schema] of Object.entries(properties)) {
      if (!isSchema(schema) || found.has(label)) continue;
      const { description } = schema;
      const isModule =
        typeof schema['$ref'] === 'string' || schema['type'] === 'object' || 'properties' in schema;
      found.set(label, {
        label,
        type: isModule ? 'module' : 'field',
        ...(typeof description === 'string' ? { doc: description } : {}),
      });
    }
  }
  return [...found.values()];
}

/** Names that are used or that other environments declare, and that this environment lacks. */
function missing(type: NameType, workspace: Workspace, file: string): readonly Candidate[] {
  const own = [...workspace.environments.values()].find(({ documents }) =>
    documents.some(({ source }) => source.path === file),
  );
  const names = new Set(
    mentionsOf(workspace)
      .filter((one) => one.type === type)
      .map(({ name }) => name),
  );
  const others = [...names].filter((name) => !(type === 'id' ? own?.ids : own?.vars)?.has(name)).sort();
  const found = others.map((label): Candidate => ({
    label,
    type: 'name',
    doc: `${inlineCode(label)} is used elsewhere in the workspace.`,
  }));
  if (type !== 'id') return found;
  const kinds = Object.entries(nameables).map(([target, { title }]): Candidate => ({
    label: `${target}/`,
    type: 'name',
    doc: `The id of a ${title}, under a name of yours.`,
  }));
  return [...found, ...kinds];
}
