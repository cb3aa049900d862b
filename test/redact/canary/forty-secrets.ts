/** Forty secrets, each of which some filter, encoder or template handles wrongly if it is careless. */

const long = (bytes: number): string =>
  Array.from({ length: bytes }, (_, index) => letters[(index * 7 + (index >> 6)) % letters.length]).join('');
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Equal to the name of a resource, which is in every report: not counted. */
export const nameOfResource = 'storefront';

const values: readonly string[] = [
  // Characters that mean something in regular expressions and replacements.
  'a.*b+c?(d|e)[f]{2}^$',
  "$& $1 $` $' $$ tail",
  '\\d+\\w\\s\\\\end',
  '(((((unclosed',
  '[^unclosed-class',
  '.*.*.*.*.*',
  // Several lines.
  'first line of it\nsecond line of it',
  'windows line one\r\nwindows line two',
  '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\nE7kz4qYw1Vn3o0dRTSc8gHkLmZ\n-----END PRIVATE KEY-----',
  // Unicode: composed and not, beyond the first plane, right to left.
  'Grüße aus Zürich',
  'cafe\u0301-secret-e\u0301',
  '🔐🗝️🔑-secret',
  'пароль-очень-тайный',
  '秘密のパスワード',
  'סוד-כמוס-מאוד',
  'ＦＵＬＬＷＩＤＴＨ',
  'ß→ﬀ→İ-folding',
  // From 8 bytes to 64 KiB.
  'k3y!8byt',
  'nine9byte',
  long(64),
  long(255).split('').reverse().join(''),
  `${long(4096)}!`,
  `${long(65_536 - 1)}?`,
  nameOfResource,
  // One is the beginning, the end or the middle of another.
  'prefix-of-another',
  'prefix-of-another-one',
  'the-prefix-of-another',
  'prefix-o',
  // Parts of documents.
  '{"client_secret":"x","a":[1,2]}',
  '"},"msg":"injected"}{"',
  '<b>&amp;"quoted"</b>',
  '</script><script>alert(1)',
  '`code` **bold** [link](x) | cell |',
  'key: value # not a comment',
  '%41%42%43%2Fencoded',
  'c2VjcmV0LWluLWJhc2U2NA==',
  '::add-mask::not-masked',
  'two  blanks and	a tab',
  '--flag=looks-like-one',
  '0123456789012345',
];

/** By name: S01 to S40. */
export const fortySecrets: Readonly<Record<string, string>> = Object.fromEntries(
  values.map((value, index) => [`S${String(index + 1).padStart(2, '0')}`, value]),
);
