import { isKindName } from '../../kinds/index.ts';
import { idPattern } from '../../kinds/references.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Address } from '../../model/workspace.ts';
import { readNamedFile } from '../../cli/files/named-file.ts';
import {
  isJsonText,
  readTerraformState,
  type TerraformState,
} from '../../pull/terraform/read-terraform-state.ts';
import { stateTargets } from './state-targets.ts';
import type { Target } from './target.ts';

/** The targets, and the Terraform state that some of them are from. */
export interface Targets {
  readonly targets: readonly Target[];
  readonly state: TerraformState | undefined;
}

export interface TargetFlags {
  readonly route?: readonly string[];
  readonly routes?: string;
}

/** The arguments, the `--route` options and the content of `--routes`, each once; empty for everything. */
export function pullTargets(io: Io, names: readonly string[], { route = [], routes }: TargetFlags): Targets {
  const file = routes === undefined ? '' : readNamedFile(io, routes);
  const state = routes !== undefined && isJsonText(file) ? readTerraformState(file, routes) : undefined;
  const given = [
    ...(state === undefined ? [] : stateTargets(state)),
    ...names.map(targetOf),
    ...route.map((text) => routeOf(text, `--route ${text}`)),
    ...(routes === undefined || state !== undefined ? [] : routesIn(file, routes)),
  ];
  return { targets: [...new Map(given.map((target) => [keyOf(target), target])).values()], state };
}

function keyOf(target: Target): string {
  return 'address' in target
    ? target.address
    : target.keys.map(({ edge_id = '', id }) => `${edge_id}/${id}`).join(' ');
}

function targetOf(shown: string): Target {
  const parts = shown.split('/');
  const [first = '', second = ''] = parts;
  if (parts.length === 2 && isKindName(first)) return { shown, address: `${first}/${second}` };
  if (parts.length > 2 || !parts.every((part) => idPattern.test(part)))
    throw new UserError(exitCodes.usage, `\`${shown}\` is neither an address nor an id nor edge_id/route_id`);
  if (parts.length === 2) return routeOf(shown, shown);
  return { shown, keys: (['endpoint', 'tls-edge'] as const).map((kind) => ({ kind, id: first })) };
}

function routeOf(text: string, where: string, name?: Address): Target {
  const [edge_id = '', id = '', ...rest] = text.split('/');
  if (rest.length > 0 || !idPattern.test(edge_id) || !idPattern.test(id))
    throw new UserError(exitCodes.usage, `\`${where}\` does not name a route: write edge_id/route_id`);
  return { shown: text, keys: [{ kind: 'https-route', edge_id, id }], name };
}

/** A line is `edge_id/route_id`, or `https-route/<name>: edge_id/route_id` as for `ledger rebuild`. */
function routesIn(lines: string, file: string): readonly Target[] {
  return lines.split(/\r?\n/).flatMap((line, index): Target[] => {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) return [];
    const [, name, ids] = /^(https-route\/[a-z0-9][a-z0-9-]{0,62})\s*:\s*(\S+)$/.exec(text) ?? [];
    return [routeOf(ids ?? text, `${file}:${index + 1}`, name as Address | undefined)];
  });
}
