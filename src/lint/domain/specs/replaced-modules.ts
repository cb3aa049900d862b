import { entryWithKey, textOfKey } from '../../../edit/document-tree.ts';
import { kinds } from '../../../kinds/index.ts';
import { headerModules } from '../values/http-header.ts';
import type { RuleContext, Subject } from '../../rule.ts';
import type { Entry, MapNode, Place } from '../../../model/document.ts';
import type { PresetDocument } from '../../../model/workspace.ts';

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

/** A layer of a resource that has a `spec`. */
interface SpecLayer {
  /** Name of the layer: `preset/secure-headers`, `spec`, `overrides.staging`. */
  readonly label: string;
  readonly spec: MapNode;
  readonly source: Place['source'];
}

/** The layers of a resource, the winning one last. Empty if the resource has no presets and no overrides. */
export function specLayers(
  { document, written }: Subject,
  { workspace, environment }: RuleContext,
): readonly SpecLayer[] {
  if (workspace === undefined || document === undefined || written === undefined) return [];
  const { document: resource } = written();
  if (resource.uses.length === 0 && resource.overrides.size === 0) return [];
  const { source } = resource;
  const presets = resource.uses
    .map(({ name }): PresetDocument | undefined => workspace.presets.get(name))
    .filter((preset) => preset !== undefined);
  const all = [
    ...presets.map(({ name, spec, document: { source: file } }) => ({
      label: `preset/${name}`,
      spec,
      source: file,
    })),
    { label: 'spec', spec: resource.spec, source },
    { label: `overrides.${environment}`, spec: resource.overrides.get(environment)?.spec, source },
  ];
  return all.flatMap(({ label, spec, source: file }) =>
    spec === undefined ? [] : [{ label, spec, source: file }],
  );
}
