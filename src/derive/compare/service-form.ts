/**
 * The form in which a service keeps what we sent: trimmed, in other line breaks, in lower case, rounded. It counts as
 * the same value only where our own write left it. Anything else stays a difference, so a change made outside
 * Edgewright is still compared exactly.
 */
import { parsedJson } from '../../text/json/json-access.ts';
import type { Field, Fields, TextForm } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { enabled } from '../../kinds/common-fields.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import type { Json, Spec, Value } from '../../model/value.ts';
import { fieldsOf, itemField } from '../forms/fields.ts';
import { normalMatch } from '../forms/normal-match.ts';
import { isTree, type Tree } from '../forms/tree.ts';
import { canonicalString } from './canonical.ts';
import { isIdentical } from './is-identical.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';

/** Whether a returned value is a form of the sent one. */
export function isServiceForm(
  field: Field | undefined,
  sent: Value | Json | undefined,
  kept: Value | Json | undefined,
): boolean {
  if (field === enabled) return sent === true && kept === undefined;
  if (typeof sent === 'number' && typeof kept === 'number')
    return field?.type === 'float64' && Math.fround(sent) === Math.fround(kept);
  if (typeof sent === 'string' && typeof kept === 'string') {
    const form = field?.type === 'string' ? field.form : 'opaque';
    return isSameText(form, sent, kept);
  }
  if (field?.type !== 'list' || !isTexts(sent) || !isTexts(kept) || sent.length !== kept.length) return false;
  const [ours, theirs] = [sent, kept].map((items) => {
    const texts = items.map((item) => plainText(field.form, item));
    return field.as === 'set' ? texts.sort() : texts;
  });
  return isIdentical(ours, theirs);
}

/**
 * An entry and its live object with the values that were sent, where the service has a form of them since our write.
 * `wanted`: the declared spec; a form that the files have taken over stays as it is.
 */
export function asSent(
  kind: KindName,
  entry: LedgerEntry,
  live: Spec,
  wanted: Spec = {},
): { readonly entry: LedgerEntry; readonly live: Spec } {
  const { applied } = entry;
  if (applied === undefined) return { entry, live };
  const [observed, now] = inFields(kinds[kind].fields, { sent: applied, kept: entry.observed, live, wanted });
  return observed === entry.observed
    ? { entry, live }
    : { entry: { ...entry, observed: observed as LedgerEntry['observed'] }, live: now };
}

interface Forms<Of> {
  readonly sent: Of;
  readonly kept: Of;
  readonly live: Of;
  readonly wanted: Of;
}

function inFields(
  fields: Fields,
  { sent, kept, live, wanted }: Forms<Spec>,
): readonly [kept: Spec, live: Spec] {
  let [seen, now]: [Spec, Spec] = [kept, live];
  for (const name in sent) {
    const field = fields[name];
    if (field === undefined || isIdentical(sent[name], kept[name])) continue;
    const forms = { sent: sent[name], kept: kept[name], live: live[name], wanted: wanted[name] };
    const [known, form] = inField(field, forms);
    if (known !== forms.kept) seen = { ...seen, ...(known === undefined ? {} : { [name]: known }) };
    if (form !== forms.live) now = { ...now, ...(form === undefined ? {} : { [name]: form }) };
  }
  return [seen, now];
}

type MaybeValue = Value | undefined;

function inField(field: Field, forms: Forms<MaybeValue>): readonly [MaybeValue, MaybeValue] {
  const { sent, kept, live, wanted } = forms;
  if (wanted !== undefined && isIdentical(wanted, kept)) return [kept, live];
  if (isServiceForm(field, sent, kept)) return [sent, isIdentical(kept, live) ? sent : live];
  if (!isTree(sent) || !isTree(kept)) return [kept, live];
  const inner = fieldsOf(field);
  const others: Tree = isTree(live) ? live : {};
  const declared: Tree = isTree(wanted) ? wanted : {};
  if (inner !== undefined) {
    const [seen, now] = inFields(inner, { sent, kept, live: others, wanted: declared });
    return [seen, now === others ? live : now];
  }
  return field.type === 'map' ? inMap(field, { sent, kept, live: others, wanted: declared }) : [kept, live];
}

function inMap(
  field: Extract<Field, { type: 'map' }>,
  { sent, kept, live, wanted }: Forms<Tree>,
): readonly [Tree, Tree] {
  const item = itemField(field);
  const ours = new Map(
    Object.entries(sent).map(([key, value]) => [canonicalString(field.keyForm, key), value]),
  );
  const declared = new Map(Object.entries(wanted).map(([key, value]) => [key.toLowerCase(), value]));
  let [seen, now]: [Tree, Tree] = [kept, live];
  for (const [key, value] of Object.entries(kept)) {
    const keptValue = ours.get(canonicalString(field.keyForm, key));
    if (keptValue === undefined || isIdentical(keptValue, value) || !isServiceForm(item, keptValue, value))
      continue;
    if (declared.get(key.toLowerCase()) === value) continue;
    seen = { ...seen, [key]: keptValue };
    if (isIdentical(value, live[key])) now = { ...now, [key]: keptValue };
  }
  return [seen, now];
}

function isSameText(form: TextForm, sent: string, kept: string): boolean {
  return plainText(form, sent) === plainText(form, kept);
}

/** Equal for a string and the forms in which a service may keep it. */
function plainText(form: TextForm, text: string): string {
  const plain = canonicalString(form, text.replaceAll(/\r\n?/g, '\n').normalize('NFC').trim());
  switch (form) {
    case 'email':
    case 'email-domain':
    case 'organization':
    case 'team':
      return plain.toLowerCase();
    case 'issuer-url':
      return URL.canParse(plain) ? new URL(plain).href.replace(/\/$/, '') : plain;
    case 'match':
      return normalMatch(plain);
    case 'metadata':
      return jsonOf(plain) ?? plain;
    case 'cookie-prefix':
    case 'description':
    case 'endpoint-url':
    case 'header-name':
    case 'header-value':
    case 'hostport':
    case 'opaque':
    case 'saml-metadata':
    case 'timestamp':
    case 'traffic-policy':
    case 'uri':
    case 'user-agent-pattern':
    case 'webhook-provider':
      return plain;
  }
}

function jsonOf(text: string): string | undefined {
  const value = /^[[{]/.test(text) ? parsedJson(text) : undefined;
  return value === undefined ? undefined : canonicalJson(value);
}

function isTexts(value: Value | Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
