import { stringify } from 'yaml';
import type { Json } from '../../src/model/value.ts';
import { addressesOf, kindOf, type Address, type Approval, type State } from './state.ts';

/** The files of the workspace, path to text. A resource that is never touched is there from the start. */
export function filesOf({ files, things }: State): Readonly<Record<string, string>> {
  const { resources, preset, removed, drift, approvals } = files;
  const adopt = addressesOf(resources).flatMap((address): [string, string][] => {
    const { adopts } = resources[address]!;
    if (adopts === undefined) return [];
    const id = things[adopts]?.id ?? `gone${adopts}`;
    return [[address, kindOf(address) === 'https-route' ? `edghts_main/${id}` : id]];
  });
  return {
    'edgewright.yaml': yaml({
      version: 1,
      ledger: { store: 'file', lineage: 'generated-workspace' },
      secrets: ['LOGIN'],
    }),
    'environments/production.yaml': yaml({
      drift,
      ...(adopt.length === 0 ? {} : { adopt: Object.fromEntries(adopt) }),
    }),
    'resources/always.yaml': yaml({
      kind: 'endpoint',
      name: 'always',
      spec: { url: 'https://always.example.com' },
    }),
    'resources/shared.yaml': yaml({ kind: 'preset', name: 'shared', spec: preset }),
    ...Object.fromEntries(
      addressesOf(resources).map((address) => [`resources/${address}.yaml`, resourceText(files, address)]),
    ),
    ...Object.fromEntries(
      addressesOf(removed).map((address) => [
        `resources/removed/${address}.yaml`,
        yaml({ kind: 'removed', address, then: removed[address]! }),
      ]),
    ),
    ...Object.fromEntries(
      approvals.map((approval, index) => [`resources/approval-${index}.yaml`, approvalText(approval)]),
    ),
  };
}

function resourceText({ resources }: State['files'], address: Address): string {
  const { spec, usesPreset, formerly, labels } = resources[address]!;
  return yaml({
    kind: kindOf(address),
    name: address.slice(address.indexOf('/') + 1),
    ...(usesPreset ? { uses: ['shared'] } : {}),
    ...(formerly.length === 0 ? {} : { formerly: [...formerly] }),
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    spec,
  });
}

function approvalText({ allow, address, change }: Approval): string {
  return yaml({ kind: 'approval', allow, address, change, reason: 'a history' });
}

function yaml(value: Json): string {
  return stringify(value, { version: '1.2', schema: 'core', lineWidth: 0, aliasDuplicateObjects: false });
}
