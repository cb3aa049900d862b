import type { MapNode, Place } from '../../../model/document.ts';
import type { PresetDocument } from '../../../model/workspace.ts';
import type { RuleContext, Subject } from '../../rule.ts';

/** A layer of a resource that has a `spec`. */
export interface SpecLayer {
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
