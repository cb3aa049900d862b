import type { Json } from '../../model/value.ts';
import type { Address } from '../../model/workspace.ts';
import { inNameOrder, nameOf } from '../names/name-of.ts';
import type { PullRequest, Undeclared } from '../request.ts';
import { idsOf, writingOf, type LeftOut, type PullRun } from '../run.ts';
import type { SecretNames } from '../names/secret-names.ts';
import { writtenSpec } from '../values/written-spec.ts';

export interface NamedUndeclared extends Undeclared {
  readonly name: string;
}

/** Assigns unique names, in a stable order; no name contains a secret. */
export function withNames(
  { undeclared, workspace }: Pick<PullRequest, 'undeclared' | 'workspace'>,
  secrets: Pick<SecretNames, 'partIn'>,
): readonly NamedUndeclared[] {
  const given = undeclared.flatMap(({ address }) => address ?? []);
  const taken = new Set<Address>([...workspace.resources.map(({ address }) => address), ...given]);
  const byId = new Map(undeclared.map((one) => [one.live.id, one]));
  return inNameOrder(undeclared.map(({ live }) => live)).flatMap((live): NamedUndeclared[] => {
    const one = byId.get(live.id);
    if (one === undefined) return [];
    const name = one.address?.slice(live.kind.length + 1) ?? nameOf(live, taken, secrets);
    return [{ ...one, name }];
  });
}

/** Writes the file of a live object that no file declares. */
export function writeNew(run: PullRun, { live, name, adopts, applied }: NamedUndeclared): void {
  const { workspace, environment, tools, drafts } = run;
  const address: Address = `${live.kind}/${name}`;
  const file = `resources/${live.kind}/${name}.yaml`;
  const leftOut: LeftOut = [];
  const spec = writtenSpec(writingOf(run, live, name, leftOut, applied), live.spec);
  const isOnly = workspace.environments.size === 1;
  const document: Json = {
    kind: live.kind,
    name,
    ...(isOnly ? {} : { environments: [environment.name] }),
    spec,
  };
  drafts.write(file, undefined, tools.print(document));
  if (adopts === 'yes') run.adopt.set(address, idsOf(live));
  run.resources.push({
    address,
    live,
    file,
    how: 'written',
    fields: Object.keys(spec),
    leftOut,
    secrets: [],
  });
}
