import { kindNames } from '../index.ts';
import type { DocumentForm } from './document-field.ts';

/** The name of a resource, a preset or an environment: `^[a-z0-9]…`. */
export const namePattern = '[a-z0-9]([a-z0-9-]{0,62})';

/** Format `<kind>/<name>`. */
export const addressPattern = `^(${kindNames.join('|')})/${namePattern}$`;

/** A token of HTTP. */
const tokenPattern = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

/** The name of a variable of an environment. */
export const variablePattern = '[A-Za-z_][A-Za-z0-9_-]*';

export const forms = {
  name: {
    pattern: `^${namePattern}$`,
    is: 'a name: lower-case letters, digits and `-`, at most 63, not beginning with `-`',
    rule: 'resource-name-format',
    not: 'a name',
  },
  policyName: {
    pattern: '^[a-z]([a-z0-9-]{0,62})$',
    is: 'lower-case letters, digits and `-`, beginning with a letter, at most 63',
    rule: 'resource-name-format',
    not: 'a name for a policy',
    help: 'lower-case letters, digits and `-`, beginning with a letter, at most 63',
  },
  address: {
    pattern: addressPattern,
    is: 'an address: `<kind>/<name>`, such as `https-route/shop-checkout`',
    rule: 'invalid-format',
    not: 'a resource address',
  },
  change: {
    // A partial id is reported by `approval-unmatched`: a plan then still runs and prints the full id.
    pattern: '^[0-9a-f]{6,64}$',
    is: 'the whole change id, 32 digits from 0 to f',
    rule: 'invalid-format',
    not: 'a change id',
    help: 'run `edgewright plan`: it prints the approval with the whole change id',
  },
  reason: {
    pattern: '\\S',
    is: 'a sentence',
    rule: 'approval-without-reason',
    not: 'a sentence',
    help: 'write why this change is approved',
  },
  lineage: {
    pattern: '^[A-Za-z0-9-]{1,64}$',
    is: 'what `edgewright init` wrote',
    rule: 'wrong-type',
    not: 'a lineage',
    help: 'write a UUID of your own, such as `uuidgen` prints; `edgewright init` writes one',
  },
  /** A URL or a path in a file would choose where git connects, with which credential, and whose hooks run. */
  remote: {
    pattern: '^(?!.*\\.git$)[A-Za-z0-9][\\w.-]*$',
    is: 'the name of a remote in the git configuration of the clone, such as `origin`',
    rule: 'invalid-format',
    not: 'the name of a remote',
    help: 'run `git remote add <name> <url>` in the clone, and write the name here: a file cannot name a URL or a path for git',
    isHidden: true,
    isKept: true,
  },
  secret: {
    pattern: '^[A-Z][A-Z0-9_]*$',
    is: 'capital letters, digits and `_`, such as `SHOP_OIDC`',
    rule: 'secret-reference-syntax',
    not: 'a name of a secret',
    help: 'capital letters, digits and `_`, such as `SHOP_OIDC`',
  },
  secretUrl: {
    pattern: '^\\$\\(secret:[A-Z][A-Z0-9_]*\\)$',
    is: 'a reference to a secret, such as `$(secret:CHAT_WEBHOOK)`',
    rule: 'secret-reference-syntax',
    not: 'a reference to a secret',
    help: 'the URL of a webhook is a credential: write `$(secret:CHAT_WEBHOOK)`, and add the name to `secrets:`',
    isHidden: true,
  },
  /** An Ed25519 public key as SubjectPublicKeyInfo in base64: a constant prefix, then 32 bytes. */
  snapshotKey: {
    pattern: '^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$',
    is: 'a public key that `edgewright snapshot key <file>` created',
    rule: 'wrong-type',
    not: 'a public key for snapshots',
    help: 'create a key pair with `edgewright snapshot key <file>`',
    isHidden: true,
  },
  /** Folder names and a file name, none of them `.` or `..`. */
  baseline: {
    pattern: '^(?!/)(?:(?!\\.{1,2}/)[^/\\\\\\0]+/)*[^/\\\\\\0]+\\.json$',
    is: 'a path from edgewright.yaml to a .json file, such as `lint/baseline.json`',
    rule: 'invalid-format',
    not: 'a file of this workspace',
    help: 'a path from edgewright.yaml to a .json file, such as `lint/baseline.json`',
  },
  /** Without query and fragment: the path of a page and the id of a rule are appended. */
  docsUrl: {
    pattern: `^https://[^\\s?#<>"'()\\[\\]\\\\]+$`,
    is: 'an https URL without query and fragment',
    rule: 'invalid-format',
    not: 'an https URL without query and fragment',
    help: 'write the URL of the folder `docs`, such as `https://git.example.com/tools/edgewright/blob/main/docs`',
  },
  /** An environment, or the 16 hexadecimal digits of an owner in another workspace's marker. */
  owner: {
    pattern: `^${namePattern}$|^[0-9a-f]{16}$`,
    is: 'an environment, or the owner that `plan` names',
    rule: 'adopt-format',
    not: 'the name of an owner',
    help: 'write the environment that has the object now, or the owner that `plan` names',
  },
  /** `24:00` is the end of a day. */
  timeOfDay: {
    pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$',
    is: 'a time of day from `00:00` to `24:00`',
    rule: 'invalid-format',
    not: 'a time of day',
    help: 'write hours and minutes with two digits each, such as `08:00`',
  },
  /** A day, or a minute of one. */
  localDate: {
    pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9])?$',
    is: 'a day such as `2026-12-20`, or a day and a time such as `2026-12-20T18:00`',
    rule: 'invalid-format',
    not: 'a day',
    help: 'write a day such as `2026-12-20`, or a day and a time such as `2026-12-20T18:00`',
  },
  /** The reader checks that it is a known zone. */
  timeZone: {
    pattern: '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$',
    is: 'the name of a time zone, such as `Europe/Berlin` or `UTC`',
    rule: 'invalid-format',
    not: 'a time zone',
    help: 'write a name of the IANA time zone database, such as `Europe/Berlin` or `UTC`',
  },
  ipAddress: {
    pattern:
      '^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?!$)|$)){4}$|^(?=.*:)(?!.*:::)[0-9A-Fa-f:]{2,39}$',
    is: 'an IP address, such as `203.0.113.7` or `2001:db8::7`',
    rule: 'invalid-format',
    not: 'an IP address',
    help: 'write an IP address, such as `203.0.113.7` or `2001:db8::7`',
  },
  countryCode: {
    pattern: '^[A-Z]{2}$',
    is: 'the two-letter code of a country, such as `DE`',
    rule: 'invalid-format',
    not: 'the code of a country',
    help: 'write two capital letters, such as `DE`',
  },
  /** RFC 9110 5.6.2. */
  headerName: {
    pattern: `^${tokenPattern}$`,
    is: 'the name of a header: letters, digits and hyphens',
    rule: 'invalid-format',
    not: 'the name of a header',
    help: 'write letters, digits and hyphens, such as `x-team`',
  },
  /** RFC 9110 5.5. */
  headerValue: {
    pattern: '^[^\\0-\\x08\\n-\\x1f\\x7f]*$',
    is: 'the value of a header: without line breaks and other control characters',
    rule: 'invalid-format',
    not: 'free of line breaks and other control characters',
    help: 'write it on one line, without control characters; `>-` in place of `|` joins the lines of a block',
    isHidden: true,
  },
  /** RFC 9110 9.1: `get` is not `GET`. */
  method: {
    pattern: `^(?!(?:[Gg]et|[Hh]ead|[Pp]ost|[Pp]ut|[Pp]atch|[Dd]elete|[Oo]ptions|[Tt]race|[Cc]onnect)$)${tokenPattern}$`,
    is: 'a method, such as `GET`',
    rule: 'invalid-format',
    not: 'a method',
    help: 'write a method in capital letters, such as `GET` or `POST`',
  },
  /** RFC 3339, of the days and seconds that a clock of a computer has. */
  timestamp: {
    pattern:
      '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$',
    is: 'a time of RFC 3339, such as `2026-06-01T12:00:00Z`',
    rule: 'invalid-format',
    not: 'a time',
    help: 'write a time as in RFC 3339, such as `2026-06-01T12:00:00Z`',
  },
  /** Any non-empty string. */
  something: { pattern: '\\S', is: 'a text that is not empty', rule: 'wrong-type', not: 'empty' },
} as const satisfies Readonly<Record<string, DocumentForm>>;

export function hasForm(text: string, { pattern }: Pick<DocumentForm, 'pattern'>): boolean {
  const known = compiled.get(pattern) ?? new RegExp(pattern);
  compiled.set(pattern, known);
  return known.test(text);
}

const compiled = new Map<string, RegExp>();
