import { entryWithKey } from '../../../derive/yaml/document-tree.ts';
import { textOfKey } from '../../../text/key-text.ts';
import { kinds } from '../../../kinds/index.ts';
import type { DocumentNode, Entry, MapNode, Place } from '../../../model/document.ts';
import type { RuleContext, Subject } from '../../rule.ts';
import { headerModules } from '../values/http-header.ts';
import { specLayers } from './written.ts';

/** Fields of a module in one layer that the next higher layer's module does not have. */
export interface LostFields {
  readonly module: string;
  /** The lost fields, at least one. */
  readonly entries: readonly [Entry, ...Entry[]];
  /** The lower layer: `preset/breaker`, `spec`. */
  readonly layer: string;
  readonly source: Place['source'];
}

/**
 * The fields that get lost because a module of a higher layer replaces the same module of a lower layer as a whole. Not
 * reported if the higher layer sets `enabled`, since it then only switches the module on or off. Headers have a check
 * of their own.
 */
export function lostFields(subject: Subject, context: RuleContext): readonly LostFields[] {
  const layers = specLayers(subject, context);
  if (layers.length < 2) return [];
  const { fields } = kinds[subject.kind];
  return Object.keys(fields).flatMap((module): readonly LostFields[] => {
    const field = fields[module];
    if (field?.type !== 'module' || headers.includes(module)) return [];
    const having = layers.filter(({ spec }) => entryWithKey(spec.entries, module) !== undefined);
    const [below, top] = having.slice(-2);
    if (below === undefined || top === undefined) return [];
    const lower = entryWithKey(below.spec.entries, module)?.value;
    const upper = entryWithKey(top.spec.entries, module)?.value;
    if (lower?.type !== 'map' || upper?.type !== 'map') return [];
    if (entryWithKey(upper.entries, 'enabled') !== undefined || upper.entries.length === 0) return [];
    const [first, ...more] = lower.entries.filter((entry) => {
      const key = textOfKey(entry);
      // Unknown keys have been reported.
      const isLost = key !== 'enabled' && entryWithKey(upper.entries, key) === undefined;
      return isLost && Object.hasOwn(field.module.fields, key);
    });
    if (first === undefined) return [];
    return [{ module, entries: [first, ...more], layer: below.label, source: below.source }];
  });
}

const headers: readonly string[] = headerModules;

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
  if (layers.length < 2) return [];
  return headerModules.flatMap((module) => {
    const having = layers.filter(({ spec }) => entryWithKey(spec.entries, module) !== undefined);
    const top = having.at(-1);
    const winner = top === undefined ? undefined : entryWithKey(top.spec.entries, module)?.value;
    if (winner?.type !== 'map' || entryWithKey(winner.entries, 'enabled') !== undefined) return [];
    const kept = new Set([...headersOf(winner)].map(({ list, name }) => `${list} ${name.toLowerCase()}`));
    return having.slice(0, -1).flatMap(({ label, spec, source }) => {
      const lower = entryWithKey(spec.entries, module)?.value;
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

function* headersOf(
  module: MapNode,
): Generator<{ list: 'add' | 'remove'; name: string; value: string | undefined; node: DocumentNode }> {
  const add = entryWithKey(module.entries, 'add')?.value;
  for (const { key, value } of add?.type === 'map' ? add.entries : []) {
    const text = value.type === 'scalar' ? String(value.value) : undefined;
    yield { list: 'add', name: String(key.value), value: text, node: key };
  }
  const remove = entryWithKey(module.entries, 'remove')?.value;
  for (const item of remove?.type === 'list' ? remove.items : []) {
    if (item.type === 'scalar')
      yield { list: 'remove', name: String(item.value), value: undefined, node: item };
  }
}
