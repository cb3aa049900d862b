import { stringify } from 'yaml';
import type { Json } from '../../src/model/value.ts';
import { expressed, type Expressed } from './expressed.ts';
import type { GeneratedResource, GeneratedWorkspace } from './generated-workspace.ts';

/** The files of a workspace, path to text. */
export function workspaceFiles(workspace: GeneratedWorkspace): Readonly<Record<string, string>> {
  const written = expressed(workspace.resources, workspace.expressions);
  return {
    'edgewright.yaml': yaml({
      version: 1,
      ledger: { store: 'file', lineage: 'generated-workspace' },
      secrets: Object.keys(workspace.secrets),
    }),
    ...Object.fromEntries(
      workspace.environments.map((name) => [
        `environments/${name}.yaml`,
        environmentText(workspace, written, name),
      ]),
    ),
    ...Object.fromEntries(
      workspace.presets.map(({ name, spec }) => [
        `resources/presets/${name}.yaml`,
        yaml({ kind: 'preset', name, spec }),
      ]),
    ),
    ...Object.fromEntries(
      written.resources.map((resource) => [
        `resources/${resource.kind}/${resource.name}.yaml`,
        resourceText(resource),
      ]),
    ),
    ...written.files,
  };
}

function environmentText({ ids }: GeneratedWorkspace, { vars }: Expressed, name: string): string {
  return yaml({ vars, ids: ids[name] ?? {} });
}

function resourceText({ kind, name, uses, environments: only, spec, overrides }: GeneratedResource): string {
  return yaml({
    kind,
    name,
    ...(uses.length === 0 ? {} : { uses }),
    ...(only === undefined ? {} : { environments: only }),
    spec,
    ...(Object.keys(overrides).length === 0 ? {} : { overrides }),
  });
}

function yaml(value: Json): string {
  return stringify(value, { version: '1.2', schema: 'core', lineWidth: 0, aliasDuplicateObjects: false });
}
