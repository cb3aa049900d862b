/**
 * Modules that ask for a login. Replacing one by another is a swap, done by one PATCH, and no loss unless more people
 * can log in than before: anyone with an account at a public provider, the users of one's own identity provider, or
 * only listed users. It is unknown whether two audiences of the same type have the same members.
 */
import { activeModule, enabledModule } from '../../../derive/module-state.ts';
import { isTree } from '../../../derive/forms/tree.ts';
import type { ExposureLoss } from '../../../model/facts/exposure.ts';
import type { Spec, Value } from '../../../model/value.ts';
import { allowLists, loginModules } from '../../../routing/protection.ts';
import { itemsOf } from '../module-value.ts';

/** Who can log in, from the most open audience to the narrowest. */
type Circle = 'accounts' | 'users' | 'listed';

/** Why removing this login lets in more people; empty if a login that is as strict replaces it. */
export function lostLogin(name: string, before: Spec, after: Spec): readonly ExposureLoss[] {
  // A login that was enabled before is not a replacement: the removed login was required in addition to it.
  const successors = loginModules.filter(
    (login) => enabledModule(after, login) !== undefined && activeModule(before, login) === undefined,
  );
  if (successors.length === 0) return [{ code: 'module-off', module: name }];
  return successors.flatMap((successor) => [
    ...widerCircle(name, successor, before, after),
    ...openedOptions(name, successor, before, after),
  ]);
}

function widerCircle(name: string, successor: string, before: Spec, after: Spec): readonly ExposureLoss[] {
  const was = circleOf(name, before[name]);
  const is = circleOf(successor, after[successor]);
  if (is === 'listed' || was === 'accounts' || is === was) return [];
  return [{ code: 'wider-login', module: successor, replaced: name, before: was, after: is }];
}

function openedOptions(name: string, successor: string, before: Spec, after: Spec): readonly ExposureLoss[] {
  const isOpen = (login: Value | undefined): boolean =>
    isTree(login) && login['options_passthrough'] === true;
  if (!isOpen(after[successor]) || isOpen(before[name])) return [];
  return [{ code: 'options-pass', path: `${successor}.options_passthrough` }];
}

function circleOf(name: string, login: Value | undefined): Circle {
  if (!isTree(login)) return 'accounts';
  if (name !== 'oauth') return itemsOf(login['authorized_groups']).length > 0 ? 'listed' : 'users';
  const providers = isTree(login['provider']) ? Object.values(login['provider']) : [];
  const isListed = (provider: Value): boolean =>
    isTree(provider) && allowLists.some((list) => itemsOf(provider[list]).length > 0);
  return providers.length > 0 && providers.every(isListed) ? 'listed' : 'accounts';
}
