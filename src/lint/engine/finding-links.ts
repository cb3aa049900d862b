import type { Levels } from './levels.ts';
import { pathAt } from '../locate/in-document.ts';
import { usersOf } from '../domain/specs/preset-users.ts';
import {
  docsAddress,
  type FileDocument,
  filePage,
  placePage,
  referencePage,
} from '../../derive/explain/docs-address.ts';
import { entryOf, walk } from '../../derive/yaml/document-tree.ts';
import { readYaml } from '../../derive/yaml/read-yaml.ts';
import { isKindName } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, Source, YamlDocument } from '../../model/document.ts';
import { rulePage } from '../../model/lint/rule.ts';
import type { TestFiles } from '../../model/traffic/test-report.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { rememberEach, rememberLast } from '../../text/remember-last.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** Links need these beside the finding: `lint.docs_url`, and the documents of the files. */
export interface LinkSettings {
  readonly docsUrl?: string | undefined;
  /** Undefined for live objects, which are in no file. */
  readonly workspace?: Workspace | undefined;
  /** The page of the part of a traffic policy that the finding is about, if it is about one. */
  readonly policyPage?: (() => string | undefined) | undefined;
}

/**
 * Adds the URL of the rule's page, and of the field in the reference, if `lint.docs_url` is set. Lint policies have no
 * page.
 */
export function withLinks(diagnostic: Diagnostic, levels: Levels, settings: LinkSettings): Diagnostic {
  const { docsUrl, workspace, policyPage } = settings;
  if (docsUrl === undefined) return diagnostic;
  const rule = levels.rule(diagnostic.rule);
  const page = rule === undefined || rule.id.startsWith('policy/') ? undefined : rulePage(rule);
  const field = policyPage?.() ?? pageOfField(diagnostic, workspace);
  return {
    ...diagnostic,
    ...withoutUndefined({
      url: page === undefined ? undefined : docsAddress(docsUrl, page),
      reference: field === undefined ? undefined : docsAddress(docsUrl, field),
    }),
  };
}

/** Findings of the reader have no address, but the path from the root of their document, or a place in it alone. */
function pageOfField(diagnostic: Diagnostic, workspace: Workspace | undefined): string | undefined {
  const { address, path } = diagnostic;
  const [kind = ''] = address?.split('/') ?? [];
  const inSpec = path !== undefined && isKindName(kind) ? referencePage(kind, path) : undefined;
  return inSpec ?? (workspace && pageOfPlace(diagnostic, workspace));
}

function pageOfPlace({ place, path }: Diagnostic, workspace: Workspace): string | undefined {
  const { source, start } = place;
  const document = documentsIn(workspace, source).find(
    ({ range }) => range.start <= start && start <= range.end,
  );
  if (document?.root === undefined) return undefined;
  const { root, role, comments } = document;
  // A comment is about no field.
  if (comments.some((comment) => comment.start <= start && start < comment.end)) return undefined;
  if (role === 'resource')
    return placePage(kindOf(root), path ?? pathAt(root, start, source), usersOfPreset(root, workspace));
  const at = pathAt(root, start, source);
  const [, , key, ...inResource] = at;
  // The resource of a test is a document in a document.
  if (role === 'policy-test' && key === 'resource' && inResource.length > 0)
    return placePage(kindOf(walk(root, at.slice(0, 3)).node), inResource);
  return filePage(role, at);
}

function kindOf(root: DocumentNode): string | undefined {
  return textOf(root, 'kind');
}

function textOf(root: DocumentNode, key: string): string | undefined {
  const node = entryOf(root, key)?.value;
  return node?.type === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

function usersOfPreset(root: DocumentNode, workspace: Workspace): readonly KindName[] {
  const name = kindOf(root) === 'preset' ? textOf(root, 'name') : undefined;
  return name === undefined ? [] : usersOf(workspace, name).map(({ kind }) => kind);
}

interface PlacedDocument extends Pick<YamlDocument, 'comments' | 'range' | 'root'> {
  readonly role: FileDocument | 'resource';
}

function documentsIn(workspace: Workspace, source: Source): readonly PlacedDocument[] {
  const known = documentsOf(workspace).get(source);
  if (known !== undefined) return known;
  const { requestTests, policyTests } = workspace;
  const isOf = (tests: TestFiles<unknown> | undefined): boolean =>
    tests?.files.some((file) => file.source.path === source.path) === true;
  if (isOf(requestTests?.())) return readAgain(source, 'test');
  return isOf(policyTests?.()) ? readAgain(source, 'policy-test') : [];
}

const documentsOf = rememberEach(
  ({ settings, environments, yaml }: Workspace): ReadonlyMap<Source, readonly PlacedDocument[]> => {
    const ofEnvironments = [...environments.values()].flatMap(({ documents }) => documents);
    const all = [
      { ...settings.document, role: 'settings' as const },
      ...ofEnvironments.map((document) => ({ ...document, role: 'environment' as const })),
      ...yaml.map((document) => ({ ...document, role: 'resource' as const })),
    ];
    return groupBy(all, ({ source }) => source);
  },
);

/** The trees of tests are not kept. */
function readAgain(source: Source, role: FileDocument): readonly PlacedDocument[] {
  return treesOf(source).map((document) => ({ ...document, role }));
}

const treesOf = rememberLast((source: Source) => readYaml(source).documents);
