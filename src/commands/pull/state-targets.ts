import type { KindName } from '../../kinds/kind.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Address } from '../../model/workspace.ts';
import type { StateObject, TerraformState } from '../../pull/terraform/read-terraform-state.ts';
import { typeCounts } from './state-summary.ts';
import type { ObjectTarget } from './target.ts';

/** The objects of a Terraform state as targets, named as Terraform names them. Throws `UserError` 64 if it has none. */
export function stateTargets(state: TerraformState): readonly ObjectTarget[] {
  const { objects, others, file } = state;
  if (objects.length === 0)
    throw new UserError(
      exitCodes.usage,
      `\`${file}\` has no endpoint, TLS edge or HTTPS edge route with an id`,
      others.size === 0 ? {} : { help: `it has ${typeCounts(others)}` },
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
    if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), object]);
  }
  return new Map(
    [...byName].flatMap(([name, [only, ...more]]) =>
      only === undefined || more.length > 0 || perInstance.get(only.instance.address) !== 1
        ? []
        : [[only, name] as const],
    ),
  );
}

function nameFrom(kind: KindName, { instance: { name, index } }: StateObject): Address | undefined {
  // By convention `this` is the only resource of a module.
  const words = [...(name === 'this' ? [] : [name]), ...(typeof index === 'string' ? [index] : [])];
  if (words.length === 0) return undefined;
  const slug = words.join('-').toLowerCase().replaceAll('_', '-');
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(slug) ? `${kind}/${slug}` : undefined;
}
