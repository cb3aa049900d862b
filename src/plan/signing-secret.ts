import { keptSecret } from '../derive/kept.ts';
import type { LedgerEntry } from '../model/ledger.ts';
import { SecretReference } from '../model/secret.ts';
import type { Json, Spec } from '../model/value.ts';
import { at } from './change.ts';
import { isOn } from './module-value.ts';

const path = ['webhook_verification', 'secret'];
const name = '`webhook_verification.secret`';

/**
 * What a sender of webhooks proves itself with: whoever knows the new one passes. Only another reference counts, which
 * somebody wrote down; the value behind the same name is rotated by those who hold it.
 */
export function otherSenders({ applied }: LedgerEntry, before: Spec, after: Spec): readonly string[] {
  if (!isOn(before['webhook_verification']) || !isOn(after['webhook_verification'])) return [];
  const was = keptSecret(at(applied, path) as Json | undefined)?.template;
  const is = after['webhook_verification']['secret'];
  if (was === undefined) return [];
  if (is === undefined) return [`${name} is taken away: nothing is verified with it`];
  if (!(is instanceof SecretReference) || is.template === was) return [];
  return [`${name} was \`${was}\` and is \`${is.template}\`: who knows that one passes`];
}
