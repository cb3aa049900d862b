import type { FieldChange } from '../../model/plan/change.ts';

/** A field, and what stands behind its value. */
export interface ShownField extends FieldChange {
  readonly suffix?: string;
}

/** So many fields tell a reader what is created or deleted. */
const most = 10;

/**
 * What a new or deleted object is, in a few lines: how it matches beside what it matches, a module that is on by what is in
 * it. `omitted` counts the fields beyond them.
 */
export function mainFields(changes: readonly FieldChange[]): {
  readonly fields: readonly ShownField[];
  readonly omitted: number;
} {
  const paths = new Set(changes.map(({ path }) => path));
  const folded = changes.flatMap((change): readonly ShownField[] => {
    const { path } = change;
    if (path === 'match_type' && paths.has('match')) return [];
    if (path === 'match') return [withType(change, changes)];
    if (path === 'backend.backend_id') return [{ ...change, path: 'backend' }];
    return isImplied(change, paths) ? [] : [change];
  });
  return folded.length <= most + 1
    ? { fields: folded, omitted: 0 }
    : { fields: folded.slice(0, most), omitted: folded.length - most };
}

/** `(path_prefix)`, behind `/cart`. */
function withType(match: FieldChange, changes: readonly FieldChange[]): ShownField {
  const type = changes.find(({ path }) => path === 'match_type');
  const how = type?.after ?? type?.before;
  return typeof how === 'string' ? { ...match, suffix: ` (${how})` } : match;
}

function isImplied({ path, before, after }: FieldChange, paths: ReadonlySet<string>): boolean {
  if (!path.endsWith('.enabled') || before === false || after === false) return false;
  const module = path.slice(0, -'enabled'.length);
  return [...paths].some((other) => other !== path && other.startsWith(module));
}
