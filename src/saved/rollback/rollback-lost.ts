import type { Step } from '../../model/plan/step.ts';
import { hasSecret } from '../../derive/forms/masked.ts';
import { kinds } from '../../kinds/index.ts';
import type { RollbackLoss } from '../../model/facts/rollback.ts';

/** The effects of a step that no rollback can undo. */
export function lostBy(step: Step): readonly RollbackLoss[] {
  const { address, action, kind, id, liveHash } = step;
  const { operations } = kinds[kind];
  switch (action) {
    case 'create':
      return operations.delete === undefined ? [{ code: 'cannot-delete', address, kind }] : [];
    case 'delete':
      return [{ code: 'new-id', address, ...(id === undefined ? {} : { id }) }];
    case 'forget':
      return liveHash === undefined ? [{ code: 'gone', address }] : [];
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

function lostByUpdate({ address, kind, changes, requests }: Step): readonly RollbackLoss[] {
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
    ...(added.length === 0 ? [] : [{ code: 'modules-stay', address, modules: added } as const]),
    ...(secret.length === 0 ? [] : [{ code: 'secrets-unknown', address, fields: secret } as const]),
    ...(wiped.length === 0 ? [] : [{ code: 'never-declared', address, fields: wiped } as const]),
  ];
}

function within(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
}
