import { addTo } from '../../text/lists/group-by.ts';
import { counted } from '../../text/words/noun-words.ts';
import { isKindName } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { idPattern } from '../../kinds/references.ts';
import { UserError, usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Address } from '../../model/workspace/address.ts';
import type { PullResult } from '../../pull/pull-run.ts';
import {
  readTerraformState,
  type StateObject,
  type TerraformState,
} from '../../pull/terraform/read-terraform-state.ts';
import { inertLine } from '../../report/text/inert.ts';
import { readNamedFile } from '../../run/cli/files/named-file.ts';
import type { PullChoice } from './pull-choose.ts';
import type { ChoiceInput } from './pull-index.ts';
import type { ObjectTarget, Target } from './target.ts';
import { asCode } from '../../text/quoted.ts';
import { isJsonText } from '../../text/json/json-syntax.ts';
import { shellWord } from '../../text/words/shell-word.ts';

const unreadReasons = {
  edge: 'its edge_id is not in the state; name it with `--route <edge_id>/<route_id>`',
  sensitive: 'Terraform marks its id as sensitive; name it with `--route`, or by its id',
} as const;

const mostTypes = 8;

/** The targets, and the Terraform state that some of them are from. */
interface Targets {
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
  return { targets: [...new Map(given.map((target) => [targetKey(target), target])).values()], state };
}

function targetKey(target: Target): string {
  return 'address' in target
    ? target.address
    : target.keys.map(({ edge_id = '', id }) => `${edge_id}/${id}`).join(' ');
}

function targetOf(shown: string): Target {
  const parts = shown.split('/');
  const [first = '', second = ''] = parts;
  if (parts.length === 2 && isKindName(first)) return { shown, address: `${first}/${second}` };
  if (parts.length > 2 || !parts.every((part) => idPattern.test(part)))
    throw usageError(`\`${shown}\` is neither an address nor an id nor edge_id/route_id`);
  if (parts.length === 2) return routeOf(shown, shown);
  return { shown, keys: (['endpoint', 'tls-edge'] as const).map((kind) => ({ kind, id: first })) };
}

function routeOf(text: string, where: string): Target {
  const target = routeTarget(text);
  if (target === undefined) throw noRoute(where);
  return target;
}

function routeTarget(text: string, name?: Address): Target | undefined {
  const [, inUri] = /^https?:\/\/[^/?#]+\/(?:.*\/)?edges\/https\/([^/]+\/routes\/[^/]+)$/.exec(text) ?? [];
  const [edge_id = '', id = '', ...rest] = (inUri?.replace('/routes/', '/') ?? text).split('/');
  if (rest.length > 0 || !idPattern.test(edge_id) || !idPattern.test(id)) return undefined;
  return { shown: text, keys: [{ kind: 'https-route', edge_id, id }], name };
}

function noRoute(...where: readonly string[]): UserError {
  const [first = '', ...others] = where.map(asCode);
  const which =
    others.length === 0
      ? `${first} does not name a route`
      : `${[first, ...others].join(', ')} name no routes`;
  return usageError(`${which}: write edge_id/route_id`);
}

/**
 * A line is `edge_id/route_id`, the uri of a route, or `https-route/<name>: edge_id/route_id` as for `ledger rebuild`.
 * All wrong lines are named together.
 */
function routesIn(lines: string, file: string): readonly Target[] {
  const wrong: string[] = [];
  const targets = lines.split(/\r?\n/).flatMap((line, index): Target[] => {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) return [];
    const [, name, ids] = /^(https-route\/[a-z0-9][a-z0-9-]{0,62})\s*:\s*(\S+)$/.exec(text) ?? [];
    const target = routeTarget(ids ?? text, name as Address | undefined);
    if (target === undefined) wrong.push(`${file}:${index + 1}`);
    return target === undefined ? [] : [target];
  });
  if (wrong.length > 0) throw noRoute(...wrong);
  return targets;
}

/** The objects of a Terraform state as targets, named as Terraform names them. Throws `UserError` 64 if it has none. */
function stateTargets(state: TerraformState): readonly ObjectTarget[] {
  const { objects, others, file } = state;
  if (objects.length === 0)
    throw usageError(
      `\`${file}\` has no endpoint, TLS edge or HTTPS edge route with an id`,
      others.size === 0 ? undefined : `it has ${typeCounts(others)}`,
    );
  const names = namesFor(objects);
  return objects.map((object) => {
    const { address } = object.instance;
    return { shown: address, keys: [object.key], name: names.get(object), terraform: address };
  });
}

/** A name of Terraform is kept if it says something and no other object of the kind has it. */
function namesFor(objects: readonly StateObject[]): ReadonlyMap<StateObject, Address> {
  const byName = new Map<Address, StateObject[]>();
  const perInstance = new Map<string, number>();
  for (const object of objects) {
    const { instance, key } = object;
    perInstance.set(instance.address, (perInstance.get(instance.address) ?? 0) + 1);
    const name = nameFrom(key.kind, object);
    if (name !== undefined) addTo(byName, name, object);
  }
  return new Map(
    [...byName].flatMap(([name, [only, ...more]]) =>
      only === undefined || more.length > 0 || perInstance.get(only.instance.address) !== 1
        ? []
        : [[only, name] as const],
    ),
  );
}

function nameFrom(kind: KindName, { instance }: StateObject): Address | undefined {
  const name = wordOf(instance);
  return name === undefined ? undefined : `${kind}/${name}`;
}

/** The names of the objects that the API cannot create, as Terraform has them. */
export function stateNames(state: TerraformState | undefined): ReadonlyMap<string, string> {
  return new Map(
    [...(state?.named ?? [])].flatMap(([id, instance]) => {
      const name = wordOf(instance);
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
}

function wordOf({ name, index }: StateObject['instance']): string | undefined {
  // By convention `this` is the only resource of a module.
  const words = [...(name === 'this' ? [] : [name]), ...(typeof index === 'string' ? [index] : [])];
  if (words.length === 0) return undefined;
  const slug = words.join('-').toLowerCase().replaceAll('_', '-');
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(slug) ? slug : undefined;
}

interface StatePull {
  readonly state: TerraformState;
  readonly seen: Pick<ChoiceInput, 'ledger' | 'environment'>;
  readonly chosen: Pick<PullChoice, 'absent'>;
  readonly pulled: PullResult;
  readonly isDry: boolean;
}

/** The part of the summary about a Terraform state: objects left out, and the command that ends its ownership. */
export function stateSummary(statePull: StatePull): string {
  const { state, chosen, isDry } = statePull;
  const addresses = ownedAddresses(statePull);
  const tainted = state.objects.filter(({ instance }) => instance.condition === 'tainted');
  const managed = managedCount(statePull);
  const lines = [
    ...(managed === 0 ? [] : [`managed already: ${managed} of ${state.objects.length} in \`${state.file}\``]),
    ...chosen.absent.map((address) => `${address}: not pulled: not live, or not a cloud endpoint`),
    ...state.unread.map(({ address, why }) => `${address}: not pulled: ${unreadReasons[why]}`),
    ...state.deposed.map((address) => `${address}: not pulled: deposed, Terraform destroys it next`),
    ...tainted.map(({ instance }) => `${instance.address}: tainted, Terraform replaces it next`),
    ...(state.others.size === 0 ? [] : [`left to Terraform: ${typeCounts(state.others)}`]),
  ].map(inertLine);
  const release =
    addresses.length === 0 || isDry
      ? []
      : [
          '',
          'Terraform manages these objects until they are removed from its configuration and state:',
          `  terraform state rm ${addresses.map((address) => `\\\n    ${inertLine(shellWord(address))}`).join(' ')}`,
        ];
  return [...lines, ...release].map((line) => `${line}\n`).join('');
}

/** `2 aws_route53_record, 1 edge_https_edge`, the most frequent first. */
function typeCounts(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
  const shown = sorted.slice(0, mostTypes).map(([type, count]) => `${count} ${type}`);
  const more = sorted.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${counted(more, 'more type')}` : '');
}

/** The number of objects of the state that the ledger or `adopt:` had before. */
function managedCount({ state, seen: { ledger, environment } }: StatePull): number {
  const known = new Set([...Object.values(ledger.resources), ...environment.adopt].map(({ id }) => id));
  return state.objects.filter(({ key }) => known.has(key.id)).length;
}

/** The Terraform addresses whose objects are all in the files now. */
function ownedAddresses({ state, seen, pulled }: StatePull): readonly string[] {
  const { ledger, environment } = seen;
  const ours = new Set([
    ...pulled.resources.flatMap(({ how, live }) => (how === 'left-alone' ? [] : [live.id])),
    ...Object.values(ledger.resources).map(({ id }) => id),
    ...environment.adopt.map(({ id }) => id),
  ]);
  const isOurs = ({ key }: StateObject): boolean => ours.has(key.id);
  const addresses = new Set(state.objects.map(({ instance }) => instance.address));
  return [...addresses].filter((address) =>
    state.objects.every((object) => object.instance.address !== address || isOurs(object)),
  );
}
