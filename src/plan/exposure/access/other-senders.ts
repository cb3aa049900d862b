import { valueAtAnyCase } from '../../../derive/forms/tree.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { ledgerSecret } from '../../../derive/forms/ledger-form.ts';
import { policyText } from '../../../derive/policy/policy-text.ts';
import type { ExposureLoss } from '../../../model/facts/exposure.ts';
import type { LedgerEntry } from '../../../model/ledger/ledger.ts';
import { hasSecretReference, SecretReference } from '../../../model/secret-reference.ts';
import type { Spec } from '../../../model/value.ts';
import { asWritten } from '../../compare/as-written.ts';
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
  const templateBefore = ledgerSecret(valueAtAnyCase(applied, path))?.template;
  const secretNow = now['secret'];
  if (templateBefore === undefined) return [];
  if (secretNow === undefined) return [{ code: 'secret-removed', path: name }];
  if (!(secretNow instanceof SecretReference) || secretNow.template === templateBefore) return [];
  return [{ code: 'secret-replaced', path: name, from: templateBefore, to: secretNow.template }];
}

/**
 * Requests that know a secret of another name than the one that was applied last. Live shows values, which may be those
 * of any reference: what was applied has the references themselves.
 */
function otherKeys({ kind, applied }: LedgerEntry, before: Spec, after: Spec): readonly ExposureLoss[] {
  const ours = applied?.['traffic_policy'];
  if (ours === undefined || !hasSecretReference(policyText(after))) return [];
  const written = asWritten({ traffic_policy: ours });
  return hasSecretReference(policyText(written))
    ? openedRequests({ kind, before: { ...before, ...written }, after })
    : [];
}
