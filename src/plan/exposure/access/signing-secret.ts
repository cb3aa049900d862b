import { valueAtAnyCase } from '../../../derive/forms/tree.ts';
import { isJsonMap } from '../../../text/json/json-access.ts';
import { canonicalJson } from '../../../text/hash.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { ledgerSecret } from '../../../derive/forms/ledger-form.ts';
import { policyText } from '../../../derive/policy/policy-text.ts';
import { lostGuards } from '../policy/compare-guards.ts';
import { guardsOf } from '../../../derive/policy/policy-guards.ts';
import type { ExposureLoss } from '../../../model/facts/exposure.ts';
import type { LedgerEntry } from '../../../model/ledger/ledger.ts';
import { hasSecretReference, secretNamesIn, SecretReference } from '../../../model/secret.ts';
import type { Json, Spec } from '../../../model/value.ts';
import { asWritten } from '../../compare/three-way.ts';

const path = ['webhook_verification', 'secret'];
const name = path.join('.');

/**
 * Weakenings of the secrets by which senders of webhooks authenticate: anyone who knows the new one passes. Only a
 * different reference in the files counts; the value behind the same reference is rotated by its owners.
 */
export function otherSenders(entry: LedgerEntry, before: Spec, after: Spec): readonly ExposureLoss[] {
  return [...otherSigner(entry, before, after), ...otherKeys(entry, after)];
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

/** Secrets by which a traffic policy authenticates senders or users. */
function otherKeys({ applied }: LedgerEntry, after: Spec): readonly ExposureLoss[] {
  const ours = applied?.['traffic_policy'];
  if (ours === undefined) return [];
  return [...otherKeysInSettings(ours, after), ...otherKeysInExpressions(asWritten(applied ?? {}), after)];
}

/** Live shows values, which may be those of any reference: what was applied last has the references themselves. */
function otherKeysInExpressions(checked: Spec, after: Spec): readonly ExposureLoss[] {
  if (!hasSecretReference(policyText(checked))) return [];
  return lostGuards(checked, after)
    .filter(({ expressions }) => expressions.some(hasSecretReference))
    .map(({ phase, type }) => ({ code: 'guard-secret', action: type, phase }));
}

function otherKeysInSettings(ours: Json, after: Spec): readonly ExposureLoss[] {
  const now = guardsOf(after).filter(({ config }) => referencesIn(config).length > 0);
  if (now.length === 0) return [];
  const checked = guardsOf(asWritten({ traffic_policy: ours })).filter(
    ({ config }) => referencesIn(config).length > 0,
  );
  return checked
    .filter((guard) => {
      const sameGuards = now.filter(({ phase, type }) => phase === guard.phase && type === guard.type);
      const known = referencesIn(guard.config);
      const isConstant = (one: string): boolean => known.includes(one);
      return (
        sameGuards.length > 0 && !sameGuards.some(({ config }) => referencesIn(config).every(isConstant))
      );
    })
    .map(({ phase, type }) => ({ code: 'guard-secret', action: type, phase }));
}

/** The secret references, except `client_secret`, which authenticates us to an identity provider. */
function referencesIn(config: Json): readonly string[] {
  const { client_secret: _ours, ...rest } = (isJsonMap(config) ? config : { config }) as Record<string, Json>;
  return secretNamesIn(canonicalJson(rest));
}
