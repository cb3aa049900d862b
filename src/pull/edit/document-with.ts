import { isJsonMap } from '../../text/json/json-access.ts';
import { resource } from '../../kinds/documents/resource.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Json } from '../../model/value.ts';
import { withKey } from './with-key.ts';

type Tree = Readonly<Record<string, Json>>;

const order = Object.keys(resource.fields);

/** A layer in the resource's own document. */
export type OwnLayer =
  | { readonly layer: 'spec' }
  | { readonly layer: 'overrides'; readonly environment: string };

/** The document of a resource with a field of a layer set, or removed if `value` is undefined. */
export function documentWith(
  document: Tree,
  kind: KindName,
  where: OwnLayer,
  [name, value]: readonly [field: string, value: Json | undefined],
): Tree {
  const fields = Object.keys(kinds[kind].fields);
  if (where.layer === 'spec')
    return withKey(document, 'spec', withField(memberOf(document, 'spec'), fields, name, value), order);
  const overrides = memberOf(document, 'overrides');
  const own = withField(memberOf(overrides, where.environment), fields, name, value);
  const rest = withKey(overrides, where.environment, own, []);
  const left = Object.keys(own).length === 0 ? without(rest, where.environment) : rest;
  return Object.keys(left).length === 0
    ? without(document, 'overrides')
    : withKey(document, 'overrides', left, order);
}

function withField(spec: Tree, fields: readonly string[], name: string, value: Json | undefined): Tree {
  return value === undefined ? without(spec, name) : withKey(spec, name, value, fields);
}

function memberOf(map: Tree, key: string): Tree {
  const member = map[key];
  return isJsonMap(member) ? member : {};
}

function without(map: Tree, key: string): Tree {
  return Object.fromEntries(Object.entries(map).filter(([each]) => each !== key));
}
