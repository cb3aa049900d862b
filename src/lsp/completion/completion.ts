import { isSchema } from '../../derive/schema/json-schema.ts';
import { documentFieldAt } from '../../derive/forms/fields.ts';
import type { JsonSchema } from '../../derive/schema/json-schema.ts';
import type { DocumentField, DocumentTable } from '../../kinds/documents/document-field.ts';
import { environment } from '../../kinds/documents/environment.ts';
import { documentKinds, tableOf } from '../../kinds/documents/index.ts';
import { requestTests } from '../../kinds/documents/request-test.ts';
import { resource } from '../../kinds/documents/resource.ts';
import { settings } from '../../kinds/documents/settings.ts';
import { nameables } from '../../kinds/references.ts';
import { completionContext, type CompletionContext } from './completion-context.ts';
import { expressionCandidates, valueCandidates, type Candidate } from './value-candidates.ts';
import type { Analysis, Engine } from '../engine.ts';
import { roleOf, type FileRole } from '../file-role.ts';
import { ruleWords, schemaOf } from '../hover/hover.ts';
import { codeSpan } from '../../report/text/markdown.ts';
import type { NameType } from '../mentions/mentions-in-resource.ts';
import { mentionsOf } from '../mentions/mentions.ts';
import { isSuppressible, type RuleText } from '../../model/lint/rule.ts';
import type { Path } from '../../model/value.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';

/** A candidate with the range of text that it replaces. */
export interface Completion extends Candidate {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface CompletionRequest {
  readonly path: string;
  readonly text: string;
  readonly offset: number;
  /** The files that `$(file:path)` can name. */
  readonly files: () => readonly string[];
}

/**
 * The completions at an offset, best first. The text is the editor's, which may be invalid YAML; the names come from
 * the last version that could be read.
 */
export function completion(
  analysis: Analysis,
  asked: CompletionRequest,
  engine: Pick<Engine, 'rules' | 'schemas'>,
): readonly Completion[] {
  const role = roleOf(analysis.workspace, asked.path);
  const context = completionContext(asked.text, asked.offset);
  if (role === undefined || context === undefined) return [];
  const found = candidates(analysis, { context, asked, role }, engine);
  return found.map((candidate) => ({
    ...candidate,
    start: context.start,
    end: context.end,
    text: candidate.text ?? candidate.label,
  }));
}

/** The request of a completion, and its place in a document. */
interface CompletionPlace {
  readonly context: CompletionContext;
  readonly asked: CompletionRequest;
  readonly role: FileRole;
}

function candidates(
  analysis: Analysis,
  { context, asked, role }: CompletionPlace,
  engine: Pick<Engine, 'rules' | 'schemas'>,
): readonly Candidate[] {
  const { at, path, kind, siblings } = context;
  const { workspace } = analysis;
  if (at === 'rule')
    return ruleCandidates(analysis, engine.rules, { path: asked.path, hasColon: context.hasColon });
  if (at === 'expression') {
    const typed = asked.text.slice(context.start, asked.offset);
    return role === 'resource' ? expressionCandidates(workspace, typed, asked.files) : [];
  }
  const schemas = schemaOf(engine.schemas, role, kind)(path);
  const field = documentField(role, kind, path);
  const keys = at === 'value' ? [] : keyCandidates(schemas, { field, workspace, file: asked.path });
  if (keys.length > 0 || at === 'key')
    return keys.filter(({ label }) => !siblings.has(label)).map((key) => asKey(key, context));
  return valueCandidates(analysis, schemas, { field, role, path, kind }).map((candidate) => ({
    ...candidate,
    text: `${context.needsSpace ? ' ' : ''}${candidate.text ?? candidate.label}`,
  }));
}

function asKey(candidate: Candidate, { hasColon }: CompletionContext): Candidate {
  const isUnfinished = candidate.label.endsWith('/');
  const after = hasColon || isUnfinished ? '' : candidate.type === 'module' ? ':' : ': ';
  return { ...candidate, text: `${candidate.label}${after}` };
}

/** Rules with a finding in this file come first. */
function ruleCandidates(
  { workspace, result }: Analysis,
  rules: readonly RuleText[],
  { path, hasColon }: { readonly path: string; readonly hasColon: boolean },
): readonly Candidate[] {
  const here = new Set(
    result.diagnostics.filter(({ place }) => place.source.path === path).map(({ rule }) => rule),
  );
  return (
    rules
      // Rules about suppression comments are left out: such a comment would suppress itself.
      .filter((rule) => isSuppressible(rule, workspace.settings.lint) && !rule.id.includes('suppression'))
      .map((rule) => ({ rule, rank: here.has(rule.id) ? 0 : 1 }))
      .sort((a, b) => a.rank - b.rank || (a.rule.id < b.rule.id ? -1 : 1))
      .map(({ rule }) => ({
        label: rule.id,
        type: 'rule',
        text: hasColon ? rule.id : `${rule.id}: `,
        detail: rule.summary,
        doc: ruleWords(rule),
      }))
  );
}

/** The field at a path of a file in our document tables; undefined inside a spec, which the API defines. */
function documentField(role: FileRole, kind: string | undefined, path: Path): DocumentField | undefined {
  return documentFieldAt(tableOfFile(role, kind).fields, path);
}

function tableOfFile(role: FileRole, kind: string | undefined): DocumentTable {
  switch (role) {
    case 'settings':
      return settings;
    case 'environment':
      return environment;
    case 'test':
      return requestTests;
    case 'resource': {
      const known = documentKinds.find((candidate) => candidate === kind);
      return known === undefined ? resource : tableOf(known);
    }
  }
}

/** The keys that a map can have: those of the schema, or names from the workspace. */
export function keyCandidates(
  schemas: readonly JsonSchema[],
  {
    field,
    workspace,
    file,
  }: {
    /** The map's field in our document tables. */
    readonly field: DocumentField | undefined;
    readonly workspace: Workspace;
    /** The path of the edited file. */
    readonly file: string;
  },
): readonly Candidate[] {
  switch (field?.type === 'map' ? field.keys : undefined) {
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
  const ofFile = [...workspace.environments.values()].find(({ documents }) =>
    documents.some(({ source }) => source.path === file),
  );
  const names = new Set(
    mentionsOf(workspace)
      .filter((mention) => mention.type === type)
      .map(({ name }) => name),
  );
  const others = [...names].filter((name) => !(type === 'id' ? ofFile?.ids : ofFile?.vars)?.has(name)).sort();
  const found = others.map((label): Candidate => ({
    label,
    type: 'name',
    doc: `${codeSpan(label)} is used elsewhere in the workspace.`,
  }));
  if (type !== 'id') return found;
  const kinds = Object.entries(nameables).map(([target, { title }]): Candidate => ({
    label: `${target}/`,
    type: 'name',
    doc: `The id of a ${title}, under a name of yours.`,
  }));
  return [...found, ...kinds];
}
