import type { Json, JsonObject } from '../../src/model/value.ts';
import { takeoverFile, type TakeoverCase } from './takeover-cases.ts';

/** Fields by dotted path; null takes one out. */
type FieldChange = Readonly<Record<string, Json>>;

interface ChangedRoute {
  readonly route: JsonObject;
  readonly opens: Readonly<Record<string, FieldChange>>;
  readonly narrows: Readonly<Record<string, FieldChange>>;
}

/**
 * Two changes of a route at once: each that opens with each that narrows, and each two that narrow. Changes of one
 * field are no pair.
 */
export function takeoverPairs(): readonly TakeoverCase[] {
  return (takeoverFile('changes.yaml') as readonly ChangedRoute[]).flatMap(({ route, opens, narrows }) => {
    const narrowings = Object.entries(narrows);
    const with_ = (name: string, change: FieldChange, more?: string): readonly TakeoverCase[] =>
      narrowings
        .filter(([other, second]) => other !== name && !meet(change, second))
        .filter(([other]) => more !== undefined || other > name)
        .map(([other, second]) => ({
          name: `${name}, and ${other}`,
          ...(more === undefined ? {} : { opens: more }),
          before: { route },
          after: { route: changed(changed(route, change), second) },
        }));
    return [
      ...Object.entries(opens).flatMap(([name, change]) => with_(name, change, `what ${name} lets in`)),
      ...narrowings.flatMap(([name, change]) => with_(name, change)),
    ];
  });
}

/** Whether one change is of a field of the other, or of one within it. */
function meet(one: FieldChange, other: FieldChange): boolean {
  return Object.keys(one).some((path) =>
    Object.keys(other).some((each) => `${path}.`.startsWith(`${each}.`) || `${each}.`.startsWith(`${path}.`)),
  );
}

function changed(route: JsonObject, change: FieldChange): JsonObject {
  return Object.entries(change).reduce<JsonObject>(
    (spec, [path, value]) => set(spec, path.split('.'), value),
    route,
  );
}

function set(spec: JsonObject, [name = '', ...rest]: readonly string[], value: Json): JsonObject {
  const inner = rest.length === 0 ? value : set((spec[name] ?? {}) as JsonObject, rest, value);
  const others = Object.entries(spec).filter(([key]) => key !== name);
  return Object.fromEntries(inner === null ? others : [...others, [name, inner]]);
}
