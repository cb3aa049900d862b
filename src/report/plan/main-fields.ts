import type { FieldChange } from '../../model/plan/change.ts';

/** A field with a suffix to its value. */
export interface ShownField extends FieldChange {
  readonly suffix?: string;
}

/** Maximum number of fields for a created or deleted object. */
const most = 10;

/**
 * A summary of a new or deleted object: the match type behind the match, an enabled module by its fields. `omitted`
 * counts further fields.
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

/** Appends the match type: `/cart (path_prefix)`. */
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
