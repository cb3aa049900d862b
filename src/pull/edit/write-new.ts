import { refOf } from '../../derive/forms/object-ids.ts';
import { identityKeys } from '../../derive/forms/identity.ts';
import type { Live } from '../../model/live.ts';
import type { Json } from '../../model/value.ts';
import type { Address } from '../../model/workspace/address.ts';
import { firstFree } from '../names/free-names.ts';
import { slug } from '../names/slug.ts';
import type { SecretNames } from '../names/secret-names.ts';
import {
  type LeftOut,
  type PullRequest,
  type PullRun,
  type UndeclaredObject,
  writingOf,
} from '../pull-run.ts';
import { writtenSpec } from '../values/write-spec.ts';

export interface NamedUndeclared extends UndeclaredObject {
  readonly name: string;
}

/** Assigns unique names, in a stable order; no name contains a secret. */
export function withNames(
  { undeclared, workspace }: Pick<PullRequest, 'undeclared' | 'workspace'>,
  secrets: Pick<SecretNames, 'partIn'>,
): readonly NamedUndeclared[] {
  const given = undeclared.flatMap(({ address }) => address ?? []);
  const taken = new Set<Address>([...workspace.resources.map(({ address }) => address), ...given]);
  const byId = new Map(undeclared.map((object) => [object.live.id, object]));
  return inNameOrder(undeclared.map(({ live }) => live)).flatMap((live): NamedUndeclared[] => {
    const undeclaredObject = byId.get(live.id);
    if (undeclaredObject === undefined) return [];
    const name = undeclaredObject.address?.slice(live.kind.length + 1) ?? nameOf(live, taken, secrets);
    return [{ ...undeclaredObject, name }];
  });
}

/** Writes the file of a live object that no file declares. */
export function writeNew(run: PullRun, { live, name, adopts, applied }: NamedUndeclared): void {
  const { workspace, environment, tools, drafts } = run;
  const address: Address = `${live.kind}/${name}`;
  const file = `resources/${live.kind}/${name}.yaml`;
  const leftOut: LeftOut = [];
  const spec = writtenSpec(writingOf(run, { live, name, applied }, leftOut), live.spec);
  const isOnly = workspace.environments.size === 1;
  const document: Json = {
    kind: live.kind,
    name,
    ...(isOnly ? {} : { environments: [environment.name] }),
    spec,
  };
  drafts.write(file, undefined, tools.print(document));
  if (adopts === 'yes') run.adopt.set(address, refOf(live));
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

/** Sorts objects by their identity, so that an account always gets the same names. */
function inNameOrder(objects: readonly Live[]): readonly Live[] {
  const keyed = objects.map((live) => ({
    live,
    key: [live.kind, ...identityKeys(live.kind, live.spec), live.id].join(' '),
  }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ live }) => live);
}

/**
 * A name for a live object, from the URLs it serves unless these contain a secret; made unique within `taken` and added
 * to it.
 */
function nameOf(live: Live, taken: Set<Address>, { partIn }: Pick<SecretNames, 'partIn'>): string {
  const served = source(live);
  const base = (partIn(served) === undefined ? slug(served) : '') || slug(live.id) || live.kind;
  const name = firstFree(
    (count) => (count === 1 ? base : `${base.slice(0, 58).replace(/-+$/, '')}-${count}`),
    (candidate) => taken.has(`${live.kind}/${candidate}`),
  );
  taken.add(`${live.kind}/${name}`);
  return name;
}

function source({ kind, spec, id }: Live): string {
  const { url, match, hostports } = spec;
  switch (kind) {
    case 'endpoint':
      return typeof url === 'string' ? url.replace(/^[a-z]+:\/\//i, '') : id;
    case 'https-route':
      return match === '/' ? 'root' : typeof match === 'string' ? match : id;
    case 'tls-edge': {
      const first = Array.isArray(hostports) ? (hostports as readonly string[]).toSorted()[0] : undefined;
      return first ?? id;
    }
  }
}
