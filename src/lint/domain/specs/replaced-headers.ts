import type { DocumentNode, Entry, MapNode, Place } from '../../../model/document.ts';
import type { RuleContext, Subject } from '../../rule.ts';
import { headerModules } from '../values/http-header.ts';
import { specLayers } from './replaced-modules.ts';

/** A header that a lower layer adds or removes, lost because a higher layer replaces the module. */
export interface LostHeader {
  readonly module: (typeof headerModules)[number];
  readonly list: 'add' | 'remove';
  readonly name: string;
  /** The value of an added header as written. */
  readonly value: string | undefined;
  /** The lower layer: `preset/secure-headers`, `spec`. */
  readonly layer: string;
  readonly place: Place;
}

/**
 * The headers that get lost because a module of a higher layer replaces the same module of a lower layer as a whole.
 */
export function lostHeaders(subject: Subject, context: RuleContext): readonly LostHeader[] {
  const layers = specLayers(subject, context);
  if (layers.length < 2) return none;
  return headerModules.flatMap((module) => {
    const having = layers.filter(({ spec }) => entryOf(spec, module) !== undefined);
    const top = having.at(-1);
    const winner = top === undefined ? undefined : entryOf(top.spec, module)?.value;
    if (winner?.type !== 'map' || entryOf(winner, 'enabled') !== undefined) return [];
    const kept = new Set([...headersOf(winner)].map(({ list, name }) => `${list} ${name.toLowerCase()}`));
    return having.slice(0, -1).flatMap(({ label, spec, source }) => {
      const lower = entryOf(spec, module)?.value;
      if (lower?.type !== 'map') return [];
      return [...headersOf(lower)]
        .filter(({ list, name }) => !kept.has(`${list} ${name.toLowerCase()}`))
        .filter(({ list, name }) => list === 'remove' || !kept.has(`remove ${name.toLowerCase()}`))
        .map(({ list, name, value, node }) => {
          const { start, end } = node;
          return { module, list, name, value, layer: label, place: { source, start, end } };
        });
    });
  });
}

const none: readonly LostHeader[] = [];

function* headersOf(
  module: MapNode,
): Generator<{ list: 'add' | 'remove'; name: string; value: string | undefined; node: DocumentNode }> {
  const add = entryOf(module, 'add')?.value;
  for (const { key, value } of add?.type === 'map' ? add.entries : []) {
    const text = value.type === 'scalar' ? String(value.value) : undefined;
    yield { list: 'add', name: String(key.value), value: text, node: key };
  }
  const remove = entryOf(module, 'remove')?.value;
  for (const item of remove?.type === 'list' ? remove.items : []) {
    if (item.type === 'scalar')
      yield { list: 'remove', name: String(item.value), value: undefined, node: item };
  }
}

function entryOf(map: MapNode, key: string): Entry | undefined {
  return map.entries.find((entry) => entry.key.value === key);
}
