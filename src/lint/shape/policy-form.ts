import type { Entry } from '../../model/document.ts';
import type { Json, Path } from '../../model/value.ts';
import type { ResourceDocument } from '../../model/workspace.ts';
import { entryOf, keyText } from '../locate/tree.ts';
import { plainValue } from './plain-value.ts';
import type { ShapeFinding } from './shape-finding.ts';

/** An endpoint takes the policy itself; `{enabled, value}` is what edges and routes take (API 2.7, 4.1). */
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

function policyOf(entries: readonly Entry[] | undefined): Entry | undefined {
  return entries === undefined ? undefined : entryOf(entries, 'traffic_policy');
}

function isModule(entries: readonly Entry[]): boolean {
  return entries.length > 0 && entries.every((entry) => ['enabled', 'value'].includes(keyText(entry)));
}

function finding(path: Path, entries: readonly Entry[]): ShapeFinding {
  const value = entryOf(entries, 'value')?.value;
  const policy = value === undefined ? undefined : (plainValue(value) as Json);
  const isShort = typeof policy === 'string' && !policy.includes('\n');
  return {
    rule: 'traffic-policy-form',
    finding: {
      at: { path, on: 'key' },
      message: '`traffic_policy` of an endpoint is the policy itself, not a module',
      help: 'write the policy directly under `traffic_policy`; only edges and routes take `{ enabled, value }`',
      ...(isShort
        ? {
            fix: {
              safety: 'safe',
              title: 'take the policy out of `value`',
              changes: [{ replace: path, with: policy }],
            },
          }
        : {}),
    },
    broken: path,
  };
}
