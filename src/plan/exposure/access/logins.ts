/**
 * A login that ends. Another one in its place asks a different party, which may vouch for anyone: users of two parties
 * cannot be compared, whatever lists the new login has.
 */
import { activeModule, enabledModule } from '../../../derive/module-state.ts';
import { isTree } from '../../../derive/forms/tree.ts';
import type { ExposureLoss } from '../../../model/facts/exposure.ts';
import type { Spec, Value } from '../../../model/value.ts';
import { loginModules } from '../../../routing/protecting-modules.ts';

export function lostLogin(name: string, before: Spec, after: Spec): readonly ExposureLoss[] {
  // A login that was enabled before is not a replacement: the removed login was required in addition to it.
  const successors = loginModules.filter(
    (login) => enabledModule(after, login) !== undefined && activeModule(before, login) === undefined,
  );
  if (successors.length === 0) return [{ code: 'module-off', module: name }];
  return successors.flatMap((successor) => [
    { code: 'login-replaced', module: successor, replaced: name } as const,
    ...openedOptions(name, successor, before, after),
  ]);
}

function openedOptions(name: string, successor: string, before: Spec, after: Spec): readonly ExposureLoss[] {
  const isOpen = (login: Value | undefined): boolean =>
    isTree(login) && login['options_passthrough'] === true;
  if (!isOpen(after[successor]) || isOpen(before[name])) return [];
  return [{ code: 'options-pass', path: `${successor}.options_passthrough` }];
}
