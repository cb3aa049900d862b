import type { Field, Fields } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import { secretlessProviders } from '../../kinds/webhook-providers.ts';
import type { Live } from '../../model/live.ts';
import { Secret } from '../../model/secret.ts';
import type { JsonObject, Spec, Value } from '../../model/value.ts';
import type { LintSettings } from '../../model/workspace/settings.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { fieldsOf } from '../forms/fields.ts';
import { isMaskedText } from '../forms/mask-text.ts';
import { isTree } from '../forms/tree.ts';
import { isCredentialHeader } from './secret-patterns.ts';

/** The secrets that a response has in clear, so that none of them is printed later in the run. */
export function answeredSecrets(fields: Fields, answer: JsonObject): readonly string[] {
  const found: string[] = [];
  collect(fields, answer, found);
  return found;
}

function collect(fields: Fields, answer: JsonObject, found: string[]): void {
  for (const name in fields) {
    const field = fields[name];
    const value = answer[name];
    if (field === undefined || value === undefined || value === null) continue;
    if (typeof value === 'string') {
      if (isSecretText(field, value)) found.push(value);
    } else if (isJsonMap(value)) collectWithin(field, value, found);
  }
}

function collectWithin(field: Field, value: JsonObject, found: string[]): void {
  const fields = fieldsOf(field);
  if (fields !== undefined) collect(fields, value, found);
  if (field.type !== 'map') return;
  for (const [name, item] of Object.entries(value)) {
    // Plain words only name an authentication scheme and are not secret.
    if (typeof item === 'string' && isCredentialHeader(name) && /\d|[a-z][A-Z]/.test(item)) found.push(item);
  }
}

function isSecretText(field: Field, value: string): boolean {
  return field.type === 'string' && field.secret === true && !isMaskedText(value);
}

/**
 * A live object with an empty secret for each one that must exist but is missing from the response: its declaration
 * then has a reference there, and checks find no missing field. `exempt`: webhook providers without a secret.
 */
export function withHiddenSecrets<Object extends Pick<Live, 'kind' | 'spec'>>(
  live: Object,
  exempt: readonly string[],
): Object {
  const spec = filled(kinds[live.kind].fields, live.spec, exempt);
  return spec === live.spec ? live : { ...live, spec };
}

function filled(fields: Fields, spec: Spec, exempt: readonly string[]): Spec {
  const found: Record<string, Value | undefined> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = spec[name];
    const inner = fieldsOf(field);
    if (inner !== undefined && isTree(value)) {
      const now = filled(inner, value, exempt);
      if (now !== value) found[name] = now;
    } else if (value === undefined && isImplied(field, spec, exempt)) found[name] = new Secret('');
    else if (isEmptySecret(value) && isNotSet(field, spec, exempt)) found[name] = undefined;
  }
  if (Object.keys(found).length === 0) return spec;
  const entries = Object.entries({ ...spec, ...found });
  return Object.fromEntries(entries.filter((entry): entry is [string, Value] => entry[1] !== undefined));
}

function isEmptySecret(value: Value | undefined): boolean {
  return value instanceof Secret && value.reveal() === '';
}

/** Whether the fields beside a secret field imply that it is set. `exempt`: webhook providers without a secret. */
export function isImplied(field: Field, spec: Spec, exempt: readonly string[]): boolean {
  const sign = signOf(field, spec);
  return sign !== undefined && !isExempt(field, spec, exempt);
}

/** A service may return an empty secret where none was ever set, as for an OAuth provider without an app of its own. */
function isNotSet(field: Field, spec: Spec, exempt: readonly string[]): boolean {
  return field.impliedBy !== undefined && !isImplied(field, spec, exempt);
}

function isExempt(field: Field, spec: Spec, exempt: readonly string[]): boolean {
  if (field.impliedBy !== 'provider') return false;
  const provider = signOf(field, spec)?.toLowerCase();
  return exempt.some((name) => name.toLowerCase() === provider);
}

function signOf({ impliedBy }: Field, spec: Spec): string | undefined {
  const sign = impliedBy === undefined ? undefined : spec[impliedBy];
  return typeof sign === 'string' && sign !== '' ? sign : undefined;
}

/**
 * The webhook providers without a secret, from the workspace's settings: `without_secret` of the rule
 * `webhook-secret-required`, otherwise the API's one. Lint, the mock API and `pull` use the same list.
 */
export function exemptProviders({ rules }: Pick<LintSettings, 'rules'>): readonly string[] {
  const named = rules.get('webhook-secret-required')?.options?.['without_secret'];
  return Array.isArray(named) ? named.map((name) => String(name)) : secretlessProviders;
}
