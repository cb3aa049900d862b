import { valueAtAnyCase } from '../../../derive/forms/tree.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { ledgerSecret } from '../../../derive/forms/ledger-form.ts';
import { policyText } from '../../../derive/policy/policy-text.ts';
import type { ExposureLoss } from '../../../model/facts/exposure.ts';
import type { LedgerEntry } from '../../../model/ledger/ledger.ts';
import { hasSecretReference, SecretReference } from '../../../model/secret.ts';
import type { Spec } from '../../../model/value.ts';
import { asWritten } from '../../compare/three-way.ts';
import { openedRequests } from '../less-protected.ts';

const path = ['webhook_verification', 'secret'];
const name = path.join('.');

/**
 * Weakenings of the secrets by which senders of webhooks authenticate: anyone who knows the new one passes. Only a
 * different reference in the files counts; the value behind the same reference is rotated by its owners.
 */
export function otherSenders(entry: LedgerEntry, before: Spec, after: Spec): readonly ExposureLoss[] {
  return [...otherSigner(entry, before, after), ...otherKeys(entry, before, after)];
}

function otherSigner({ applied }: LedgerEntry, before: Spec, after: Spec): readonly ExposureLoss[] {
  const now = activeModule(after, 'webhook_verification');
  if (now === undefined || activeModule(before, 'webhook_verification') === undefined) return [];
  const was = ledgerSecret(valueAtAnyCase(applied, path))?.template;
  const is = now['secret'];
  if (was === undefined) return [];
  if (is === undefined) return [{ code: 'secret-removed', path: name }];
  if (!(is instanceof SecretReference) || is.template === was) return [];
  return [{ code: 'secret-replaced', path: name, from: was, to: is.template }];
}

/**
 * Requests that know a secret of another name than the one that was applied last. Live shows values, which may be those
 * of any reference: what was applied has the references themselves.
 */
function otherKeys({ kind, applied }: LedgerEntry, before: Spec, after: Spec): readonly ExposureLoss[] {
  const ours = applied?.['traffic_policy'];
  if (ours === undefined || !hasSecretReference(policyText(after))) return [];
  const was = asWritten({ traffic_policy: ours });
  return hasSecretReference(policyText(was)) ? openedRequests(kind, { ...before, ...was }, after) : [];
}
