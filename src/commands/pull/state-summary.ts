import type { StateObject, TerraformState } from '../../pull/terraform/read-terraform-state.ts';
import type { Pulled } from '../../pull/pulled.ts';
import { inertLine } from '../../report/text/inert.ts';
import { shellWord } from '../../cli/command-line.ts';
import type { Chosen } from './pull-choose.ts';
import type { ChoiceInput } from './pull-index.ts';

interface Said {
  readonly state: TerraformState;
  readonly seen: Pick<ChoiceInput, 'ledger' | 'environment'>;
  readonly chosen: Pick<Chosen, 'absent'>;
  readonly pulled: Pulled;
  readonly isDry: boolean;
}

/** The part of the summary about a Terraform state: objects left out, and the command that ends its ownership. */
export function stateSummary(said: Said): string {
  const { state, chosen, isDry } = said;
  const addresses = ownedAddresses(said);
  const tainted = state.objects.filter(({ instance }) => instance.condition === 'tainted');
  const managed = managedCount(said);
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

const unreadReasons = {
  edge: 'its edge_id is not in the state; name it with `--route <edge_id>/<route_id>`',
  sensitive: 'Terraform marks its id as sensitive; name it with `--route`, or by its id',
} as const;

/** `2 aws_route53_record, 1 edge_https_edge`, the most frequent first. */
export function typeCounts(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
  const shown = sorted.slice(0, mostTypes).map(([type, count]) => `${count} ${type}`);
  const more = sorted.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more type${more === 1 ? '' : 's'}` : '');
}

const mostTypes = 8;

/** The number of objects of the state that the ledger or `adopt:` had before. */
function managedCount({ state, seen: { ledger, environment } }: Said): number {
  const known = new Set([...Object.values(ledger.resources), ...environment.adopt].map(({ id }) => id));
  return state.objects.filter(({ key }) => known.has(key.id)).length;
}

/** The Terraform addresses whose objects are all in the files now. */
function ownedAddresses({ state, seen, pulled }: Said): readonly string[] {
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
