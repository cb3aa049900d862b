/**
 * The expected plan of an edit, computed from the files alone: presets, spec and override are merged as documented, the
 * two results are compared leaf by leaf, and the capabilities of the kind decide. It shares no code with the planner.
 */
import { compareValues } from '../../src/derive/compare/compare-values.ts';
import { fieldsOf, itemField } from '../../src/derive/forms/fields.ts';
import { dotted } from '../../src/text/dotted-path.ts';
import type { Field } from '../../src/kinds/field.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Json, JsonObject, Path } from '../../src/model/value.ts';
import type { GeneratedResource, GeneratedWorkspace } from '../arbitraries/generated-workspace.ts';
import type { Edited } from './change.ts';

export interface Expected {
  readonly action: 'keep' | 'update' | 'blocked' | 'delete';
  /** The changed paths, header names in lower case. A new field is listed by its name only. */
  readonly paths: readonly string[];
  /** The top-level fields that differ. */
  readonly fields: readonly string[];
}

export function expectedOf({ before, after, index, edit }: Edited): Expected {
  const resource = before.resources[index]!;
  const { kind, name } = resource;
  const { operations } = kinds[kind];
  if (edit === 'removed')
    return { action: operations.delete === undefined ? 'blocked' : 'delete', paths: [], fields: [] };
  const is = effective(
    after,
    after.resources.find((one) => one.kind === kind && one.name === name)!,
  );
  const was = effective(before, resource);
  const changes = Object.entries(kinds[kind].fields).flatMap(([field, table]) =>
    fieldChanges(field, table, was[field], is[field]),
  );
  const seen = changes.filter(({ verdict }) => verdict !== 'same');
  const paths = seen.flatMap((change) => change.paths).sort();
  const fields = [...new Set(seen.map(({ field }) => field))];
  if (seen.length === 0) return { action: 'keep', paths, fields };
  const isBlocked = operations.update === undefined || seen.some(({ verdict }) => verdict === 'blocked');
  return { action: isBlocked ? 'blocked' : 'update', paths, fields };
}

/** The merged spec: a top-level field of a higher layer replaces the lower one whole. */
export function effective(workspace: GeneratedWorkspace, resource: GeneratedResource): JsonObject {
  const layers = [
    ...resource.uses.map((name) => workspace.presets.find((preset) => preset.name === name)!.spec),
    resource.spec,
    resource.overrides['production'] ?? {},
  ];
  return Object.assign({}, ...layers) as JsonObject;
}

interface Change {
  readonly field: string;
  readonly verdict: 'same' | 'update' | 'blocked';
  readonly paths: readonly string[];
}

function fieldChanges(
  name: string,
  field: Field,
  was: Json | undefined,
  is: Json | undefined,
): readonly Change[] {
  if (field.readOnly === true || (field.writes !== undefined && !field.writes.includes('update'))) return [];
  if (is === undefined) return was === undefined ? [] : [takenOut(name, field, was)];
  const paths = was === undefined ? [name] : leaves([name], field, was, is);
  if (paths.length === 0 || same(field, was ?? field.seen, is)) return [];
  return [{ field: name, verdict: field.inPath === true ? 'blocked' : 'update', paths }];
}

/** The change of a removed field: a module is retired; any other field is cleared, or is blocked if it cannot be. */
function takenOut(name: string, field: Field, was: Json): Change {
  if (field.type === 'module') {
    const isOff = ((was as JsonObject)['enabled'] ?? field.module.fields['enabled']?.seen) === false;
    return { field: name, verdict: isOff ? 'same' : 'update', paths: [`${name}.enabled`] };
  }
  const { onUnset } = field;
  if (typeof onUnset !== 'object') return { field: name, verdict: 'blocked', paths: [name] };
  return { field: name, verdict: same(field, was, onUnset.clear) ? 'same' : 'update', paths: [name] };
}

/** The paths at which two values of a field differ. */
export function leaves(
  path: Path,
  field: Field | undefined,
  was: Json | undefined,
  is: Json | undefined,
): readonly string[] {
  const inner = field === undefined ? undefined : membersOf(field);
  if (inner === undefined) return same(field, was, is) ? [] : [dotted(path)];
  const trees = [was, is].map((side) => (isObject(side) ? side : {}));
  const [left = {}, right = {}] = field?.type === 'map' ? trees.map(lowerCased) : trees;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  const found = [...names].flatMap((name) => {
    const live = left[name] ?? (isObject(was) ? answered(inner(name)) : undefined);
    return leaves([...path, name], inner(name), live, right[name]);
  });
  const appears = isObject(was) !== isObject(is);
  return found.length === 0 && appears && field?.type !== 'map' ? [dotted(path)] : found;
}

/** The value that the local API returns for a member that was left out of a module. */
export function answered(field: Field | undefined): Json | undefined {
  if (field?.type !== 'uint32' && field?.type !== 'float64' && field?.type !== 'int64') return field?.seen;
  return field.seen ?? 0;
}

function membersOf(field: Field): ((name: string) => Field | undefined) | undefined {
  if (field.type === 'map') return () => itemField(field);
  const fields = fieldsOf(field);
  return fields === undefined ? undefined : (name) => fields[name];
}

function lowerCased(map: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key.toLowerCase(), value]));
}

/** Whether two values mean the same; a policy written as a mapping means its JSON text. */
function same(field: Field | undefined, was: Json | undefined, is: Json | undefined): boolean {
  const [left, right] = [was, is].map((value) =>
    field?.type === 'string' && isObject(value) ? JSON.stringify(value) : value,
  );
  return compareValues(field, left, right, () => undefined) === 'same';
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
