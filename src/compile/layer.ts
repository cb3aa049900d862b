import { problem, quoted } from '../derive/problem.ts';
import { suggestions } from '../derive/suggest.ts';
import { kinds } from '../kinds/index.ts';
import type { Layer, ReplacedLayer } from '../model/desired.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { MapNode, YamlDocument } from '../model/document.ts';
import type { Environment, ResourceDocument, Workspace } from '../model/workspace.ts';

export interface Layers {
  /** The layer that each top-level field comes from in the end. */
  readonly layers: ReadonlyMap<string, Layer>;
  readonly replaced: readonly ReplacedLayer[];
}

/**
 * The one merge rule: presets in order, then `spec`, then the environment's overrides; a field replaces the field
 * whole, which is the API's own rule for modules (API 4.10 rule 2), and null takes a lower layer's field out.
 */
export function layersOf(
  workspace: Workspace,
  environment: Environment,
  resource: ResourceDocument,
  diagnostics: Diagnostic[],
): Layers {
  const layers = new Map<string, Layer>();
  const replaced: ReplacedLayer[] = [];
  const add = (label: string, document: YamlDocument, spec: MapNode | undefined): void => {
    for (const { key, value } of spec?.entries ?? []) {
      const field = String(key.value);
      const keyPlace = { source: document.source, start: key.start, end: key.end };
      const layer: Layer = { label, document, node: value, keyPlace };
      const below = layers.get(field);
      if (below !== undefined) replaced.push({ ...below, field, by: layer });
      if (value.type === 'scalar' && value.value === null && !isNullable(resource, field))
        layers.delete(field);
      else layers.set(field, layer);
    }
  };
  for (const { name, node } of resource.uses) {
    const preset = workspace.presets.get(name);
    if (preset !== undefined) {
      add(`preset/${name}`, preset.document, preset.spec);
      continue;
    }
    const [near] = suggestions(name, workspace.presets.keys());
    const place = { source: resource.document.source, start: node.start, end: node.end };
    diagnostics.push(
      problem('ref-dangling', place, `there is no preset ${quoted(name)}`, {
        address: resource.address,
        help:
          near === undefined
            ? 'write a document with `kind: preset` and this name'
            : `did you mean \`${near}\`?`,
      }),
    );
  }
  add('spec', resource.document, resource.spec);
  const override = resource.overrides.get(environment.name);
  if (override !== undefined) add(`overrides.${environment.name}`, resource.document, override.spec);
  return { layers, replaced };
}

function isNullable({ kind }: ResourceDocument, name: string): boolean {
  const field = kinds[kind].fields[name];
  return field?.type === 'string' && field.nullable === true;
}
