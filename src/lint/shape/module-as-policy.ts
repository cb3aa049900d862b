import { parsedJson } from '../../text/json/json-access.ts';
import { entryWithKey } from '../../derive/yaml/document-tree.ts';
import { textOfKey } from '../../text/key-text.ts';
import { plainValue } from '../../derive/schema/plain-value.ts';
import type { Entry } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { type ShapeFinding, quotedStart } from './shape-finding.ts';
import { replacement } from '../fix-request.ts';
import type { PresetDocument, ResourceDocument } from '../../model/workspace/workspace-document.ts';
import { nodeRange, placeOf } from '../../derive/yaml/node-place.ts';

/**
 * Reports an endpoint with the module form `{enabled, value}` of edges and routes: an endpoint takes the policy itself.
 */
export function moduleOnEndpoint(resource: ResourceDocument): readonly ShapeFinding[] {
  if (resource.kind !== 'endpoint') return [];
  const findings: ShapeFinding[] = [];
  const layers: [Path, Entry | undefined][] = [[['spec'], policyOf(resource.spec?.entries)]];
  for (const [name, { spec }] of resource.overrides)
    layers.push([['overrides', name], policyOf(spec?.entries)]);
  for (const [head, entry] of layers) {
    if (entry?.value.type !== 'map' || !isModule(entry.value.entries)) continue;
    findings.push(finding([...head, 'traffic_policy'], entry.value.entries));
  }
  return findings;
}

/** The same for a policy from a preset, which fits either endpoints, or edges and routes. */
export function policyFromPreset(
  { kind, uses, spec, document, address }: ResourceDocument,
  { presets }: Workspace,
): { readonly preset: PresetDocument; readonly finding: ShapeFinding } | undefined {
  if (policyOf(spec?.entries) !== undefined) return undefined;
  const found = uses.flatMap(({ name, node }) => {
    const preset = presets.get(name);
    const entry = policyOf(preset?.spec?.entries);
    return preset === undefined || entry === undefined ? [] : [{ preset, entry, node }];
  });
  const last = found.at(-1);
  if (last === undefined) return undefined;
  const { preset, entry, node } = last;
  const { value } = entry;
  if (value.type === 'list' || (value.type === 'scalar' && typeof value.value !== 'string')) return undefined;
  // `{}` is both a module without fields and a policy without rules, so it fits all kinds.
  if (value.type === 'map' && value.entries.length === 0) return undefined;
  const isOfModule = value.type === 'map' && isModule(value.entries);
  if (isOfModule !== (kind === 'endpoint')) return undefined;
  const message = isOfModule
    ? `the preset ${quotedStart(preset.name)} brings a module, but an endpoint takes the policy itself`
    : `the preset ${quotedStart(preset.name)} brings a bare policy, but a route or an edge takes \`{ enabled, value }\``;
  const related = [{ place: placeOf(document.source, nodeRange(node)), label: `used by \`${address}\`` }];
  // Placed where the policy is written, so that all resources that use the preset share one finding.
  const at = { place: placeOf(preset.document.source, entry.key) };
  const help = 'an endpoint cannot share a preset with a policy with edges and routes: write two';
  return {
    preset,
    finding: { rule: 'traffic-policy-form', finding: { at, message, related, help }, broken: [] },
  };
}

/** The same for a policy from a variable, which is JSON text once compiled. */
export function moduleAsPolicy(path: Path, text: string): ShapeFinding | undefined {
  const policy = parsedJson(text);
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy)) return undefined;
  const keys = Object.keys(policy);
  if (keys.length === 0 || !keys.every((key) => moduleKeys.includes(key))) return undefined;
  return { rule: 'traffic-policy-form', finding: { at: { path }, message: notAModule }, broken: path };
}

const moduleKeys: readonly string[] = ['enabled', 'value'];
const notAModule = '`traffic_policy` of an endpoint is the policy itself, not a module';

function policyOf(entries: readonly Entry[] | undefined): Entry | undefined {
  return entries === undefined ? undefined : entryWithKey(entries, 'traffic_policy');
}

function isModule(entries: readonly Entry[]): boolean {
  return entries.length > 0 && entries.every((entry) => moduleKeys.includes(textOfKey(entry)));
}

function finding(path: Path, entries: readonly Entry[]): ShapeFinding {
  const value = entryWithKey(entries, 'value')?.value;
  const policy = value === undefined ? undefined : plainValue(value);
  const isShort = typeof policy === 'string' && !policy.includes('\n');
  return {
    rule: 'traffic-policy-form',
    finding: {
      at: { path, on: 'key' },
      message: notAModule,
      help: 'write the policy directly under `traffic_policy`; only edges and routes take `{ enabled, value }`',
      fix: isShort ? replacement('safe', path, policy, 'take the policy out of `value`') : undefined,
    },
    broken: path,
  };
}
