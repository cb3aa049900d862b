import { hasSecret } from '../../derive/forms/masked.ts';
import { kinds } from '../../kinds/index.ts';
import type { Step } from '../../model/plan.ts';

/** What stays as the run leaves it, whatever is done later. */
export function lostBy(step: Step): readonly string[] {
  const { address, action, kind, id, liveHash } = step;
  const { title, operations } = kinds[kind];
  switch (action) {
    case 'create':
      return operations.delete === undefined ? [`\`${address}\` stays: the API cannot delete ${title}s`] : [];
    case 'delete':
      return [`\`${address}\` would be made again with another id than ${id ?? 'it has'}`];
    case 'forget':
      return liveHash === undefined ? [`\`${address}\` is gone already: it is not made again`] : [];
    case 'update':
    case 'retire':
      return operations.update === undefined ? [] : lostByUpdate(step);
    case 'adopt':
    case 'keep':
    case 'drift':
    case 'blocked':
      return [];
  }
}

function lostByUpdate({ address, kind, changes, requests }: Step): readonly string[] {
  const sent = Object.entries(requests[0]?.body ?? {});
  const isModule = (name: string): boolean => kinds[kind].fields[name]?.type === 'module';
  const added = sent
    .map(([name]) => name)
    .filter(
      (name) =>
        isModule(name) && changes.some(({ path, before }) => within(path, name) && before === undefined),
    )
    .filter((name) => !changes.some(({ path, before }) => within(path, name) && before !== undefined));
  const secret = sent
    .filter(([name, value]) => hasSecret(value) && changes.some(({ path }) => within(path, name)))
    .map(([name]) => name);
  const wiped = changes.filter(({ cause }) => cause === 'replaced-whole').map(({ path }) => path);
  return [
    ...(added.length === 0
      ? []
      : [
          `${named(added)} of \`${address}\` could only be disabled: the API removes no module (API 4.10, rule 3)`,
        ]),
    ...(secret.length === 0
      ? []
      : [
          `the old values of the secrets in ${named(secret)} of \`${address}\` are unknown: references are sent with their value of then`,
        ]),
    ...(wiped.length === 0
      ? []
      : [
          `${named(wiped)} of \`${address}\` ${wiped.length === 1 ? 'was' : 'were'} written down nowhere and would not come back`,
        ]),
  ];
}

function within(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
}

function named(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
