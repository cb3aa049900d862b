import { fieldAt, fieldsOf } from '../forms/fields.ts';
import { isKindName, kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Path } from '../../model/value.ts';

/**
 * The heading in the reference of what a kind may contain, as a path below docs/ and below `lint.docs_url`:
 * `reference/https-route.md#https-routeoidcissuer`; of a kind its page. A path that leads further than the tables, such
 * as into a list, is at the last field on its way; undefined if it begins at no field.
 */
export function referencePage(kind: KindName, path: Path): string | undefined {
  const names = path.slice(0, knownSteps(kind, path));
  const page = `reference/${kind}.md`;
  if (names.length > 0) return `${page}#${anchorOf([kind, ...names].join('.'))}`;
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

/** The address of a page below `lint.docs_url`. */
export function docsAddress(docsUrl: string, page: string): string {
  return `${docsUrl.replace(/\/$/, '')}/${page}`;
}
