import { valueAtAnyCase } from '../../derive/forms/tree.ts';
import type { FieldChange, ChangeCause } from '../../model/plan/change.ts';
import type { Field } from '../../kinds/field.ts';
import { hasSecret, maskedValue } from '../../derive/forms/masked.ts';
import type { Difference } from '../../derive/compare/differences.ts';
import { dotted } from '../../text/dotted-path.ts';
import type { Desired } from '../../model/desired.ts';
import type { SecretFact } from '../../model/facts/secret-fact.ts';
import { ledgerSecret } from '../../derive/forms/ledger-form.ts';
import { parseTemplate } from '../../derive/forms/parse-template.ts';
import { shownPolicy } from '../../derive/secrets/policy-secrets.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import { masked, Secret, type SecretLookup } from '../../model/secret.ts';
import type { Json, Path, Value } from '../../model/value.ts';
import { changeFact, templateFact, type ChangedValue, type FactContext } from './change-fact.ts';
import { originOf } from '../steps/resource-origin.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { SecretReference } from '../../model/secret-reference.ts';

interface ChangeContext {
  readonly cause: ChangeCause;
  /** Where the value is declared; absent if it is not declared. */
  readonly desired?: Desired | undefined;
  readonly applied?: string | undefined;
  readonly secret?: SecretFact | undefined;
  readonly isByValue?: boolean | undefined;
  readonly facts: FactContext;
  /** The values in the change id, if they are more than those shown. */
  readonly covers?: ChangedValue | undefined;
  /** A reference that live has as well: the other parts of a live policy with a secret are shown by it. */
  readonly written?: SecretReference | undefined;
  readonly secrets?: SecretLookup | undefined;
}

/** A difference as shown in a plan: masked, with its origin in the repository. */
export function fieldChange(
  { path, field, before, after }: Pick<Difference, 'path' | 'field' | 'before' | 'after'>,
  { cause, desired, applied, secret, isByValue, facts, covers, ...context }: ChangeContext,
): FieldChange {
  const isSecret = field?.secret === true || isHidden(before) || isHidden(after);
  return {
    path: dotted(path),
    cause,
    ...(before === undefined
      ? {}
      : { before: livePolicy(field, before, context) ?? (isSecret ? shownSecret : maskedValue)(before) }),
    ...(after === undefined ? {} : { after: (field?.secret === true ? shownSecret : maskedValue)(after) }),
    isSecret,
    ...formOf(field),
    ...withoutUndefined({ applied, secret }),
    ...(isByValue === true ? { isByValue } : {}),
    fact: secretFact(facts, path, secret) ?? changeFact(facts, covers ?? { path, before, after }),
    ...(desired === undefined || after === undefined ? {} : { origin: originOf(desired, path) }),
  };
}

/** For a reference that is written differently, the fact compares the two templates. */
function secretFact(facts: FactContext, path: Path, secret: SecretFact | undefined): Json | undefined {
  if (secret?.code !== 'renamed') return undefined;
  return [path.map(String), ['reference', templateFact(facts, path, secret.was)], ['reference', secret.is]];
}

function formOf(field: Field | undefined): Pick<FieldChange, 'form'> {
  if (field?.type !== 'string') return {};
  return field.form === 'traffic-policy' || field.form === 'saml-metadata' ? { form: field.form } : {};
}

function livePolicy(
  field: Field | undefined,
  live: Value,
  { written, secrets = () => undefined }: Pick<ChangeContext, 'written' | 'secrets'>,
): string | undefined {
  if (!(live instanceof Secret) || written === undefined || formOf(field).form !== 'traffic-policy')
    return undefined;
  return shownPolicy(live.reveal(), written, secrets);
}

/** The reference that our last write had at this path. */
export function writtenReference({ applied }: Pick<LedgerEntry, 'applied'>, path: Path) {
  const template = ledgerSecret(valueAtAnyCase(applied, path))?.template;
  return template === undefined ? undefined : parseTemplate(template, 'policy');
}

/** A reference is shown as its template; a plain live value beside it may be the secret itself, so it is masked. */
function shownSecret(value: Value): Json {
  if (value instanceof SecretReference) return maskedValue(value);
  return typeof value === 'string' && value !== '' ? masked : maskedValue(value);
}

function isHidden(value: Value | undefined): boolean {
  return value !== undefined && hasSecret(value);
}
