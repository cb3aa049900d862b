import { entryWithKey, textOfKey } from '../../../edit/tree.ts';
import { kinds } from '../../../kinds/index.ts';
import type { Entry, Place } from '../../../model/document.ts';
import type { RuleContext, Subject } from '../../rule.ts';
import { headerModules } from '../values/http-header.ts';
import { specLayers } from './spec-layers.ts';

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
  if (layers.length < 2) return none;
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

const none: readonly LostFields[] = [];
const headers: readonly string[] = headerModules;
