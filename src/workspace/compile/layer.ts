import { nodePlace } from '../../derive/yaml/node-place.ts';
import { problem } from '../../model/problem.ts';
import { withArticle } from '../../text/words/noun-words.ts';
import { orDeclared } from '../../text/declared-names.ts';
import { namesOf, suggestions } from '../../text/suggest.ts';
import { kinds } from '../../kinds/index.ts';
import { isMeantAsPreset } from './meant-declaration.ts';
import type { Layer, ReplacedLayer } from '../../model/desired.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { similarAt, type Compilation } from './evaluation.ts';
import { quoted } from '../../text/quoted.ts';
import type {
  NamedNode,
  PresetDocument,
  ResourceDocument,
} from '../../model/workspace/workspace-document.ts';

export interface Layers {
  /** The final layer of each top-level field. */
  readonly layers: ReadonlyMap<string, Layer>;
  readonly replaced: readonly ReplacedLayer[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The merge rule: presets in order, then `spec`, then the environment's overrides. A field replaces a whole field of a
 * lower layer, as the API replaces modules, and null removes it.
 */
export function layersOf({ workspace, environment }: Compilation, resource: ResourceDocument): Layers {
  const diagnostics: Diagnostic[] = [];
  const merge: Merge = { layers: new Map(), replaced: [] };
  for (const use of resource.uses) {
    const preset = workspace.presets.get(use.name);
    if (preset === undefined) diagnostics.push(unknownPreset(workspace, resource, use));
    else {
      diagnostics.push(...foreignFields(resource, use, preset));
      add(merge, `preset/${use.name}`, preset);
    }
  }
  add(merge, 'spec', resource);
  const override = resource.overrides.get(environment.name);
  if (override !== undefined)
    add(merge, `overrides.${environment.name}`, { document: resource.document, spec: override.spec });
  return { layers: merge.layers, replaced: merge.replaced, diagnostics };
}

interface Merge {
  readonly layers: Map<string, Layer>;
  readonly replaced: ReplacedLayer[];
}

function add(
  { layers, replaced }: Merge,
  label: string,
  { document, spec }: Pick<PresetDocument, 'document' | 'spec'>,
): void {
  if (spec === undefined) return;
  for (const { key, value: node } of spec.entries) {
    const field = String(key.value);
    const layer: Layer = { label, document, node };
    const below = layers.get(field);
    if (below !== undefined) replaced.push({ ...below, field, by: layer });
    const isNull = layer.node.type === 'scalar' && layer.node.value === null;
    if (isNull) layers.delete(field);
    else layers.set(field, layer);
  }
}

function unknownPreset(
  workspace: Workspace,
  { document, address }: ResourceDocument,
  { name, node }: NamedNode,
): Diagnostic {
  const bare = name.replace(/^presets?\//, '');
  const [near] = workspace.presets.has(bare) ? [bare] : suggestions(bare, namesOf(workspace.presets));
  const help =
    near === undefined
      ? `write a document with \`kind: preset\` and \`name: ${bare}\`${orDeclared(namesOf(workspace.presets))}`
      : `write \`${near}\``;
  const place = nodePlace(document, node);
  const nearest = near === undefined ? undefined : workspace.presets.get(near);
  const isPlain = node.alias === undefined && place.source.text.slice(place.start, place.end) === name;
  return problem('ref-dangling', place, `there is no preset ${quoted(name)}`, {
    address,
    help,
    ...similarAt(nearest === undefined ? undefined : nodePlace(nearest.document, nearest.nameNode)),
    cause: `preset ${name}`,
    ...(isMeantAsPreset(workspace, name) ? { isConsequence: true as const } : {}),
    ...(near === undefined || !isPlain
      ? {}
      : { fix: { safety: 'unsafe', title: `write \`${near}\``, edits: [{ ...place, text: near }] } }),
  });
}

/**
 * Reports fields of a preset that the resource's kind does not have. A preset may serve several kinds; the finding is
 * at the preset, once for all its users. The shape check reports fields that no kind has.
 */
function foreignFields(
  { kind, document, address }: ResourceDocument,
  { name, node }: NamedNode,
  preset: PresetDocument,
): readonly Diagnostic[] {
  const { fields, title } = kinds[kind];
  return (preset.spec?.entries ?? []).flatMap(({ key }) => {
    const field = String(key.value);
    if (Object.hasOwn(fields, field) || !isFieldOfAny(field)) return [];
    const message = `the preset ${quoted(name)} sets ${quoted(field)}, which ${withArticle(title)} does not have`;
    const related = [{ place: nodePlace(document, node), label: `used by \`${address}\`` }];
    const help = 'use a preset without it, or move the field into another preset';
    return [problem('unknown-field', nodePlace(preset.document, key), message, { address, related, help })];
  });
}

function isFieldOfAny(field: string): boolean {
  return Object.values(kinds).some(({ fields }) => Object.hasOwn(fields, field));
}
