import { stringify } from 'yaml';
import { kinds } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import type { Json, JsonObject, Path } from '../../src/model/value.ts';
import { idsByName, secretNames } from './names.ts';
import { changed, valueAt } from './change.ts';

/** The layers of the files in which a value can be declared. */
export const layers = [
  'spec',
  'preset',
  'override',
  /** The value itself is a variable. */
  'variable',
  /** The whole top-level field is a variable. */
  'field variable',
  /** A part of the string is a variable. */
  'text variable',
  'file',
] as const;

export type Layer = (typeof layers)[number];

/** A spec before and after the mistake, and the place of the mistake. */
export interface Spoiled {
  readonly kind: KindName;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** The paths of the changed values. */
  readonly paths: readonly Path[];
}

export type Files = Readonly<Record<string, string>>;

/**
 * The files of a workspace in which one resource comes to be `after`, the mistake in this layer; undefined where it
 * cannot stand there.
 */
export function written(spoiled: Spoiled, layer: Layer): Files | undefined {
  const parts = partsOf(spoiled, layer);
  if (parts === undefined) return undefined;
  const { spec, preset, override, variables = {}, texts = {} } = parts;
  const head = { kind: spoiled.kind, name: 'case', ...(preset === undefined ? {} : { uses: ['shared'] }) };
  const overrides = override === undefined ? {} : { overrides: { production: override } };
  return {
    'edgewright.yaml': yaml({
      version: 1,
      ledger: { store: 'file', lineage: '0f1e2d3c4b5a69788796a5b4c3d2e1f0' },
      secrets: secretNames,
    }),
    'environments/production.yaml': yaml({ vars: variables, ids: idsByName }),
    'resources/case.yaml': yaml({ ...head, spec, ...overrides }),
    ...(preset === undefined
      ? {}
      : { 'resources/shared.yaml': yaml({ kind: 'preset', name: 'shared', spec: preset }) }),
    ...texts,
  };
}

interface Parts {
  readonly spec: JsonObject;
  readonly preset?: JsonObject;
  readonly override?: JsonObject;
  readonly variables?: JsonObject;
  readonly texts?: Readonly<Record<string, string>>;
}

function partsOf({ kind, before, after, paths }: Spoiled, layer: Layer): Parts | undefined {
  const [path] = paths;
  if (path === undefined) return layer === 'spec' ? { spec: after } : undefined;
  const fields = [...new Set(paths.map(([field]) => String(field)))];
  const isKnown = fields.every((field) => kinds[kind].fields[field]?.readOnly === undefined);
  const value = valueAt(after, path);
  const put = (stand: Json, more: Omit<Parts, 'spec'>): Parts => ({
    spec: changed(after, path, stand),
    ...more,
  });
  const isOne = paths.length === 1 && isKnown && value !== undefined;
  switch (layer) {
    case 'spec':
      return { spec: after };
    case 'preset':
      return { spec: without(after, fields), preset: only(after, fields) };
    case 'override': {
      // A layer removes a field with null.
      const taken = fields.filter((field) => !(field in after) && field in before);
      return {
        spec: before,
        override: { ...only(after, fields), ...Object.fromEntries(taken.map((field) => [field, null])) },
      };
    }
    case 'variable':
      // Expressions in the value of a variable are not evaluated.
      return isOne && !JSON.stringify(value).includes('$(')
        ? put('$(wrong)', { variables: { wrong: value } })
        : undefined;
    case 'field variable': {
      const [field = ''] = fields;
      const whole = after[field];
      if (
        fields.length > 1 ||
        !isKnown ||
        path.length < 2 ||
        whole === undefined ||
        JSON.stringify(whole).includes('$(')
      )
        return undefined;
      return { spec: { ...after, [field]: '$(wrong)' }, variables: { wrong: whole } };
    }
    case 'text variable': {
      if (!isOne || typeof value !== 'string' || value.length < 2 || value.includes('$(')) return undefined;
      const points = Array.from(value);
      const half = points.slice(0, points.length >> 1).join('');
      return put(`${half}$(rest)`, { variables: { rest: value.slice(half.length) } });
    }
    case 'file':
      if (!isOne || typeof value !== 'string' || value.includes('$(')) return undefined;
      return put('$(file:texts/wrong.txt)', { texts: { 'texts/wrong.txt': value } });
  }
}

function only(spec: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => fields.includes(name)));
}

function without(spec: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => !fields.includes(name)));
}

function yaml(value: Json): string {
  return stringify(value, { version: '1.2', schema: 'core', lineWidth: 0, aliasDuplicateObjects: false });
}
