import { lastKey } from './document-keys.ts';
import { fieldAt, fieldsOf, specPath } from '../forms/fields.ts';
import type { DocumentTable } from '../../kinds/documents/document-field.ts';
import { documentKinds, documentTables, tableOf } from '../../kinds/documents/index.ts';
import { resource } from '../../kinds/documents/resource.ts';
import { isKindName, kindNames, kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Path } from '../../model/value.ts';

/** The page of every key of the documents that belong to Edgewright alone, below docs/. */
export const settingsPagePath = 'reference/settings.md';

/** The page of the language of traffic policies, below docs/. */
export const languagePage = 'reference/traffic-policy.md';

/** The heading of a page, as a path below docs/ and below `lint.docs_url`. */
export function headingPage(page: string, heading: string): string {
  return `${page}#${anchorOf(heading)}`;
}

/**
 * The heading in the reference of what a kind may contain, as a path below docs/ and below `lint.docs_url`:
 * `reference/https-route.md#https-routeoidcissuer`; of a kind its page. A path that leads further than the tables, such
 * as into a list, is at the last field on its way; undefined if it begins at no field.
 */
export function referencePage(kind: KindName, path: Path): string | undefined {
  const names = path.slice(0, knownSteps(kind, path));
  const page = `reference/${kind}.md`;
  if (names.length > 0) return headingPage(page, [kind, ...names].join('.'));
  return path.length === 0 ? page : undefined;
}

/** How many steps the field tables know; a step into a list or a map is none of theirs. */
function knownSteps(kind: KindName, path: Path): number {
  const unknown = path.findIndex((step, at) => {
    const above = at === 0 ? undefined : fieldAt(kind, path.slice(0, at));
    const fields = at === 0 ? kinds[kind].fields : above && fieldsOf(above);
    return fields === undefined || !Object.hasOwn(fields, step);
  });
  return unknown === -1 ? path.length : unknown;
}

/** A file that is one document, by the name of that. */
export type FileDocument = 'settings' | 'environment' | 'test' | 'policy-test';

/** The heading of a place in such a file, by the path from its root. */
export function filePage(document: FileDocument, path: Path): string {
  const table = documentTables.find(({ name }) => name === document);
  if (table === undefined) throw new Error(`there is no document ${document}`);
  return documentPage(table, path);
}

/** The heading of the last key that a document of Edgewright has on a path; the document itself if it has none. */
export function documentPage(table: DocumentTable, path: Path): string {
  return headingPage(settingsPagePath, lastKey(table, path) ?? table.name);
}

/**
 * The heading of a place in a document of a resource file, by the document's `kind` and the path from its root. What is
 * in `spec` or in overrides is a field of the kind; of a preset, whose fields may be of any kind, of the first of
 * `users` that has it.
 */
export function placePage(kind: string | undefined, path: Path, users: readonly KindName[] = []): string {
  const known = documentKinds.find((name) => name === kind);
  if (known === undefined) return documentPage(resource, path);
  const table = tableOf(known);
  // A key that a document lacks is reported at its `kind`.
  if (path.length === 1 && path[0] === 'kind') return documentPage(table, []);
  const inSpec = specPath(path);
  const isOverride = path[0] === 'overrides';
  if (isKindName(known)) {
    if (inSpec !== undefined && !(isOverride && inSpec.length === 0))
      return referencePage(known, inSpec) ?? `reference/${known}.md`;
    // A field beside `spec` belongs in it.
    const misplaced = lastKey(table, path) === undefined ? referencePage(known, path) : undefined;
    return misplaced ?? documentPage(table, path);
  }
  const [top] = inSpec ?? [];
  const owner = [...users, ...kindNames].find(
    (name) => top !== undefined && Object.hasOwn(kinds[name].fields, top),
  );
  const inKind = known === 'preset' && owner !== undefined ? referencePage(owner, inSpec ?? []) : undefined;
  return inKind ?? documentPage(table, path);
}

/** The id that pages of a forge and of the site give to the heading of `https-route.oidc.issuer`, or of a module. */
export function anchorOf(subject: string): string {
  return headingOf(subject)
    .replaceAll(/[^\w-]/g, '')
    .toLowerCase();
}

/** The heading of a field is its path, and that of a module its name. */
function headingOf(subject: string): string {
  const [kind = '', ...path] = subject.split('.');
  const isModule = path.length === 1 && isKindName(kind) && fieldAt(kind, path)?.type === 'module';
  return isModule ? path.join() : subject;
}

/** The address of a page below `lint.docs_url` or, without it, in the folder that is shipped. */
export function docsAddress(docsUrl: string | undefined, page: string): string {
  return `${(docsUrl ?? 'docs').replace(/\/$/, '')}/${page}`;
}
