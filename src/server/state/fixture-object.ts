import { isJsonMap } from '../../text/json/json-access.ts';
import { kinds } from '../../kinds/index.ts';
import { idPattern } from '../../kinds/references.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Json, JsonObject, Path } from '../../model/value.ts';
import type { BodyCheck } from '../context.ts';
import { bodyProblems } from '../objects/body-problems.ts';
import { specOfCreate } from '../objects/merge.ts';
import type { Problem } from '../objects/problem.ts';
import { textOf } from '../objects/json-access.ts';
import type { References } from '../objects/references.ts';

/** An object of a fixture that exists from the start. */
export interface FixtureObject {
  readonly kind: KindName;
  readonly id: string;
  readonly edge_id?: string;
  readonly created_at?: string;
  readonly spec: JsonObject;
  readonly answered: JsonObject;
  /** Its path in the fixture. */
  readonly path: Path;
}

interface Reading {
  readonly path: Path;
  readonly references: References;
  readonly checkBody: BodyCheck;
  readonly problems: Problem[];
}

/**
 * Reads an object in the write form, with `id` and optional read-only fields for responses (the `tunnel` of an
 * ephemeral endpoint). It is checked like the body of a create, except that an endpoint may have any type.
 */
export function readFixtureObject(kind: KindName, item: Json, reading: Reading): readonly FixtureObject[] {
  const { path, problems } = reading;
  const found = problems.length;
  if (!isJsonMap(item)) {
    problems.push({ path, message: 'must be a mapping' });
    return [];
  }
  const { id, edge_id, created_at, answered, body } = split(kind, item);
  if (typeof id !== 'string' || !idPattern.test(id))
    problems.push({ path: [...path, 'id'], message: 'must be an id' });
  if (created_at !== undefined && !isTime(created_at)) {
    problems.push({
      path: [...path, 'created_at'],
      message: 'must be a time such as `2026-01-31T09:00:00Z`',
    });
  }
  problems.push(...check(kind, body, reading));
  if (problems.length > found || typeof id !== 'string') return [];
  return [
    {
      kind,
      id,
      ...(typeof edge_id === 'string' ? { edge_id } : {}),
      ...(typeof created_at === 'string' ? { created_at } : {}),
      spec: specOfCreate(body),
      answered,
      path,
    },
  ];
}

/** Splits an object into its ids and time, its read-only fields, and its write form. */
function split(
  kind: KindName,
  { id, edge_id, created_at, ...rest }: JsonObject,
): { id?: Json; edge_id?: Json; created_at?: Json; answered: JsonObject; body: JsonObject } {
  const { fields } = kinds[kind];
  const isAnswered = ([name]: [string, Json]): boolean =>
    Object.hasOwn(fields, name) && fields[name]?.readOnly === true;
  const entries = Object.entries(rest);
  return {
    ...(id === undefined ? {} : { id }),
    ...(edge_id === undefined ? {} : { edge_id }),
    ...(created_at === undefined ? {} : { created_at }),
    answered: Object.fromEntries(entries.filter(isAnswered)),
    body: Object.fromEntries(entries.filter((entry) => !isAnswered(entry))),
  };
}

function check(
  kind: KindName,
  body: JsonObject,
  { path, references, checkBody }: Reading,
): readonly Problem[] {
  const type = kinds[kind].fields['type'];
  const types = (type?.type === 'string' ? type.readValues : undefined) ?? [];
  const { type: given, ...withoutType } = body;
  const isKnownType = given === undefined || types.length === 0 || types.includes(textOf(given));
  const checked = types.length === 0 ? body : withoutType;
  return [
    ...(isKnownType ? [] : [{ path: [...path, 'type'], message: `must be one of ${types.join(', ')}` }]),
    ...bodyProblems({ references, checkBody }, { kind, operation: 'create', body: checked }).map(
      (problem) => ({
        ...problem,
        path: [...path, ...problem.path],
      }),
    ),
  ];
}

function isTime(value: Json): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value);
}
