import { fieldAt, specPath } from '../../derive/forms/fields.ts';
import type { JsonSchema } from '../../derive/schema/json-schema.ts';
import type { DocumentField } from '../../kinds/documents/document-field.ts';
import type { Field } from '../../kinds/field.ts';
import { isKindName, kindNames } from '../../kinds/index.ts';
import type { Analysis } from '../engine.ts';
import type { FileRole } from '../file-role.ts';
import { endpointUrls } from '../mentions/endpoint-urls.ts';
import { nameWords } from '../hover/name-words.ts';
import { codeSpan } from '../../report/text/markdown.ts';
import type { Json, Path } from '../../model/value.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import type { ReferenceTarget } from '../../kinds/references.ts';

interface ValueRequest {
  /** The value's field in our document tables. */
  readonly field: DocumentField | undefined;
  readonly role: FileRole;
  readonly path: Path;
  readonly kind: string | undefined;
}

/** The possible values at a path: names from the workspace first, then those of the schema. */
export function valueCandidates(
  analysis: Analysis,
  schemas: readonly JsonSchema[],
  asked: ValueRequest,
): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  for (const candidate of [...namesFor(analysis, asked), ...listedValues(schemas)])
    if (!found.has(candidate.label)) found.set(candidate.label, candidate);
  return [...found.values()];
}

function namesFor(analysis: Analysis, { field, role, path, kind }: ValueRequest): readonly Candidate[] {
  const { workspace } = analysis;
  switch (field?.type === 'string' ? field.names : undefined) {
    case 'preset':
      return [...workspace.presets.keys()].map((label) => ({ label, type: 'name', detail: 'preset' }));
    case 'environment':
      return [...workspace.environments.keys()].map((label) => ({
        label,
        type: 'name',
        detail: 'environment',
      }));
    case 'address':
      return addresses(workspace);
    case 'former-address':
      return formerAddresses(analysis);
    case 'id':
      return idsOf(workspace, 'backend');
    case 'variable':
    case undefined: {
      if (role === 'test' && isRequestUrl(path)) return requestUrls(workspace);
      const inSpec = role === 'resource' ? specPath(path) : undefined;
      return inSpec === undefined ? [] : fieldNames(workspace, fieldsAt(kind, inSpec));
    }
  }
}

/** `request: <URL>`, or the `url` of a request in its long form. */
function isRequestUrl(path: Path): boolean {
  const [last, before] = [path.at(-1), path.at(-2)];
  return last === 'request' || (last === 'url' && before === 'request');
}

/** The URLs of the endpoints that take HTTP, and the names of edges, which stand for their hosts. */
function requestUrls(workspace: Workspace): readonly Candidate[] {
  const urls = [...endpointUrls(workspace)].filter(([url]) => /^https?:\/\//.test(url));
  return [
    ...urls.map(([url, address]): Candidate => ({
      label: url.endsWith('/') ? url : `${url}/`,
      type: 'value',
      detail: address,
    })),
    ...idsOf(workspace, 'https-edge').map((id) => ({ ...id, label: `${id.label}/` })),
  ];
}

function addresses({ resources }: Workspace): readonly Candidate[] {
  return resources.map(({ address, source }) => ({
    label: address,
    type: 'name',
    doc: `Declared in ${codeSpan(source.path)}.`,
  }));
}

/** Addresses in the ledgers that are no longer declared come first: `removed` documents are about those. */
function formerAddresses({ workspace, ledgerAddresses }: Analysis): readonly Candidate[] {
  const written = new Set<string>(workspace.resources.map(({ address }) => address));
  const gone = ledgerAddresses.filter((address) => !written.has(address));
  return [
    ...gone.map((label): Candidate => ({ label, type: 'name', detail: 'in the ledger' })),
    ...addresses(workspace),
  ];
}

function fieldsAt(kind: string | undefined, path: Path): readonly Field[] {
  const kinds = kind !== undefined && isKindName(kind) ? [kind] : kindNames;
  return kinds.flatMap((name) => fieldAt(name, path) ?? []);
}

function fieldNames(workspace: Workspace, fields: readonly Field[]): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  for (const field of fields) {
    const target = field.type === 'string' || field.type === 'list' ? field.refersTo : undefined;
    if (target !== undefined) for (const id of idsOf(workspace, target)) found.set(id.label, id);
    if (field.secret === true)
      for (const name of workspace.settings.secrets.keys())
        found.set(name, { label: `$(secret:${name})`, type: 'secret' });
  }
  return [...found.values()];
}

/** Names of ids, each with its id in every environment, or "not declared". */
function idsOf({ environments }: Workspace, target: ReferenceTarget): readonly Candidate[] {
  const all = [...environments.values()];
  const names = new Set(
    all.flatMap(({ ids }) =>
      [...ids.values()].filter((namedId) => namedId.target === target).map(({ name }) => name),
    ),
  );
  return [...names].sort().map((label) => ({
    label,
    type: 'name',
    doc: all
      .map(
        ({ name, ids }) =>
          `- ${name}: ${ids.has(label) ? codeSpan(ids.get(label)?.id ?? '') : 'not declared'}`,
      )
      .join('\n'),
  }));
}

function listedValues(schemas: readonly JsonSchema[]): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  const add = (value: Json | undefined, doc: Json | undefined): void => {
    if (typeof value === 'object' || value === undefined || found.has(String(value))) return;
    const label = String(value);
    const text =
      typeof value === 'string' && /^(?:true|false|null|[-\d.]+)$/.test(value) ? `"${value}"` : label;
    found.set(label, { label, type: 'value', text, ...(typeof doc === 'string' ? { doc } : {}) });
  };
  for (const schema of schemas) {
    const { description } = schema;
    const words = Array.isArray(schema['enumDescriptions']) ? (schema['enumDescriptions'] as Json[]) : [];
    if ('const' in schema) add(schema['const'], description);
    if (Array.isArray(schema['enum']))
      (schema['enum'] as Json[]).forEach((value, index) => add(value, words[index] ?? description));
    if (Array.isArray(schema['examples']))
      for (const value of schema['examples'] as Json[]) add(value, undefined);
    if ([schema['type']].flat().includes('boolean'))
      for (const value of [true, false]) add(value, description);
  }
  return [...found.values()];
}

/** The candidates after an open `$(`: variables, `secret:` and `file:`; after these prefixes secrets and files. */
export function expressionCandidates(
  workspace: Workspace,
  typed: string,
  files: () => readonly string[],
): readonly Candidate[] {
  if (typed.startsWith('$(secret:'))
    return [...workspace.settings.secrets.keys()].map((name) => ({
      label: name,
      type: 'secret',
      text: `$(secret:${name})`,
    }));
  if (typed.startsWith('$(file:'))
    return files().map((label) => ({ label, type: 'file', text: `$(file:${label})` }));
  return [
    ...variables(workspace),
    {
      label: 'environment',
      type: 'variable',
      text: '$(environment)',
      doc: 'The name of the environment.',
    },
    {
      label: 'secret:',
      type: 'secret',
      text: '$(secret:',
      doc: 'A secret that edgewright.yaml declares; it is never shown.',
    },
    {
      label: 'file:',
      type: 'file',
      text: '$(file:',
      doc: 'The text of a file of the workspace, as a whole value.',
    },
  ];
}

function variables(workspace: Workspace): readonly Candidate[] {
  const names = new Map(
    [...workspace.environments.values()].flatMap(({ vars }) =>
      [...vars.values()].map(({ name, place }) => [name, place] as const),
    ),
  );
  return [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, place]) => ({
      label: name,
      type: 'variable',
      text: `$(${name})`,
      doc: nameWords(workspace, { type: 'variable', name, role: 'declaration', place }),
    }));
}

/** A completion, before it is converted to the protocol's form. */
export interface Candidate {
  readonly label: string;
  readonly type: 'field' | 'module' | 'value' | 'name' | 'rule' | 'file' | 'variable' | 'secret';
  /** The text to insert, if it differs from the label. */
  readonly text?: string;
  /** One or two words shown beside the label. */
  readonly detail?: string;
  /** Description in Markdown. */
  readonly doc?: string;
}
