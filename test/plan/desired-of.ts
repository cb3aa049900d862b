import { stringify } from 'yaml';
import type { Desired, Origin } from '../../src/model/desired.ts';
import type { Source } from '../../src/model/document.ts';
import type { JsonObject, Path, Spec } from '../../src/model/value.ts';
import type { Address } from '../../src/model/workspace/address.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import { written } from './written.ts';

interface More {
  readonly formerly?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  /** The spec as the compiler would return it, used instead of the written fields. */
  readonly spec?: Spec;
}

/** A compiled resource, built without the reader and compiler; each top-level field is on its own line of the file. */
export function desiredOf(
  address: Address,
  json: JsonObject,
  { formerly = [], labels = {}, spec }: More = {},
): Desired {
  const [kind, name] = address.split('/') as [KindName, string];
  let text: string | undefined;
  const source: Source = {
    path: `resources/${name}.yaml`,
    get text() {
      return (text ??= stringify({ kind, name, spec: json }));
    },
  };
  return {
    address,
    kind,
    name,
    environment: 'production',
    labels,
    formerly: formerly.map((each): Address => `${kind}/${each}`),
    spec: spec ?? written(kind, json),
    originOf: (path) => originIn(source, path),
  };
}

function originIn(source: Source, [field]: Path): Origin {
  const key = field === undefined ? 'spec:' : `${String(field)}:`;
  const start = Math.max(0, source.text.search(new RegExp(`^ *${key}`, 'm'))) + (field === undefined ? 0 : 2);
  return { place: { source, start, end: start }, layer: 'spec', through: [] };
}
