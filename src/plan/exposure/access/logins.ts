/**
 * The modules that ask for a login. One instead of another is a swap, done by one PATCH, and no loss as long as
 * those who may log in are no more open a circle than before: anyone who has an account with a public provider, the users
 * of an identity provider of one's own, or only some of those. Whether two circles of the same kind hold the same people
 * no one can know.
 */
import { allowLists } from '../../../domain/login-modules.ts';
import { isTree } from '../../../derive/forms/tree.ts';
import type { ExposureLoss } from '../../../model/facts/exposure.ts';
import type { Spec, Value } from '../../../model/value.ts';
import { isOn, itemsOf } from '../module-value.ts';

export const logins = ['oauth', 'saml', 'oidc'];

/** Who can log in, from open to closed. */
type Circle = 'accounts' | 'users' | 'listed';

/** Why taking this login away lets others in; none where another takes its place that is as strict. */
export function lostLogin(name: string, before: Spec, after: Spec): readonly ExposureLoss[] {
  // What was on already is not a successor: it did not make the one that goes superfluous before either.
  const successors = logins.filter((login) => isOn(after[login]) && !isOn(before[login]));
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
