/**
 * Mistakes in the values of secrets that only their place shows: a line break in a header ends the header, and a key
 * that is not PEM stops TLS. They are found before any request, as a service may take such a value and break later.
 */
import type { TextSetting } from '../../kinds/policy/setting.ts';
import type { Desired } from '../../model/desired.ts';
import type { SecretLookup } from '../../model/secret.ts';
import type { Path } from '../../model/value.ts';
import { fieldAt } from '../forms/fields.ts';
import { parseTemplate } from '../forms/parse-template.ts';
import { actionTexts, type ActionText } from '../policy/action-texts.ts';
import { parsePolicy } from '../policy/traffic-policy.ts';
import { eachSecretReference } from './secret-references.ts';
import { hasSecretReference, type SecretReference } from '../../model/secret-reference.ts';

/** Has the name of the secret, never its value. */
export interface SecretMistake {
  readonly name: string;
  /** Where the reference is, from the spec on. */
  readonly path: Path;
  /** The offence, such as `ends with a line break`. */
  readonly what: string;
}

/** The place of a reference: a header is one line, other text may have several. */
type SecretPlace = 'header' | 'line' | 'text' | TextSetting;

/** The mistakes in the secrets that are set here and that a resource would send. */
export function secretMistakes(
  { kind, spec }: Pick<Desired, 'kind' | 'spec'>,
  lookup: SecretLookup,
): readonly SecretMistake[] {
  const found: SecretMistake[] = [];
  eachSecretReference(spec, (reference, path) => {
    const field = fieldAt(kind, path);
    const form = field?.type === 'string' ? field.form : undefined;
    if (form !== 'traffic-policy') {
      found.push(...inText(lookup, reference, path, form === 'header-value' ? 'header' : 'line'));
      return;
    }
    const parsed = parsePolicy(reference.template);
    if (!('tree' in parsed)) return;
    for (const actionText of actionTexts(parsed.tree, path))
      if (hasSecretReference(actionText.text))
        found.push(
          ...inText(lookup, parseTemplate(actionText.text, 'text'), actionText.path, placeOf(actionText)),
        );
  });
  return found;
}

function placeOf({ setting, map }: ActionText): SecretPlace {
  if (map?.keyForm === 'header-name') return 'header';
  return setting?.type === 'string' ? setting : 'text';
}

function inText(
  lookup: SecretLookup,
  reference: SecretReference,
  path: Path,
  place: SecretPlace,
): readonly SecretMistake[] {
  const resolved = reference.resolve(lookup);
  if (!('value' in resolved)) return [];
  const alone = reference.names.flatMap((name) => {
    const what = mistakeIn(lookup(name)?.reveal() ?? '', place);
    return what === undefined ? [] : [{ name, path, what }];
  });
  if (alone.length > 0 || typeof place === 'string') return alone;
  const what = formMistake(resolved.value.reveal(), reference, place);
  const [name] = reference.names;
  return what === undefined || name === undefined ? [] : [{ name, path, what }];
}

/** The offence of a value anywhere, or at this place. */
function mistakeIn(value: string, place: SecretPlace): string | undefined {
  if (value.includes('\0')) return 'contains a NUL';
  if (value.startsWith('\ufeff')) return 'begins with a byte order mark';
  if (value.includes('\ufffd')) return 'is not UTF-8';
  if (/[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value)) return 'contains a control character';
  if (typeof place !== 'string' && place.expressions !== undefined && value.includes('${'))
    return 'contains `${`, which begins an expression there';
  if (place === 'text' || (typeof place !== 'string' && hasLines(place))) return undefined;
  if (!/[\r\n]/.test(value)) return undefined;
  return /[\r\n]/.test(value.trimEnd()) ? 'contains a line break' : 'ends with a line break';
}

function hasLines({ form, secret }: TextSetting): boolean {
  if (form === 'ca' || form === 'certificate' || form === 'private-key') return true;
  return form === undefined && secret === undefined;
}

function formMistake(
  text: string,
  reference: SecretReference,
  { form, minLength, maxLength }: TextSetting,
): string | undefined {
  switch (form) {
    case 'private-key':
      return isPem(text, 'PRIVATE KEY') ? undefined : 'is not a private key in PEM with its line breaks';
    case 'certificate':
      return isPem(text, 'CERTIFICATE') ? undefined : 'is not a certificate in PEM with its line breaks';
    case 'ca':
      return /^ca_\w+$/.test(text) || isPem(text, 'CERTIFICATE')
        ? undefined
        : 'is neither an id `ca_…` nor a certificate in PEM with its line breaks';
    case 'url':
      return isUrlAround(text, reference) ? undefined : 'makes a different URL: encode it for its place';
    case 'credentials': {
      const [, password] = /^[^:]*:(.*)$/s.exec(text) ?? [];
      if (password === undefined) return 'has no colon between user and password';
      const isShort = minLength !== undefined && password.length < minLength;
      const isLong = maxLength !== undefined && password.length > maxLength;
      return isShort || isLong
        ? `makes a password of fewer than ${minLength ?? 0} or more than ${maxLength ?? 0} characters`
        : undefined;
    }
    case 'cidr':
    case 'domain':
    case 'header-name':
    case 'header-value':
    case 'identifier':
    case 'ip-policy-id':
    case 'regex':
    case 'replacement':
    case undefined:
      return undefined;
  }
}

function isPem(text: string, label: string): boolean {
  return new RegExp(`-----BEGIN [A-Z ]*${label}-----\\r?\\n[^-]+-----END [A-Z ]*${label}-----`).test(text);
}

/** Whether a URL has the host that it has with a harmless value: a `/` or `@` in a password moves it. */
function isUrlAround(text: string, reference: SecretReference): boolean {
  if (reference.isBare) return URL.canParse(text);
  const harmless = reference.parts.map((part) => (typeof part === 'string' ? part : 'x')).join('');
  if (!URL.canParse(harmless)) return true;
  return URL.canParse(text) && new URL(text).host === new URL(harmless).host;
}
