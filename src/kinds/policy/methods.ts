/** The methods of expressions, by the type that they are called on. */
import { parsedUrl, type PolicyFunctions, signature } from './functions.ts';

export type MethodOwner = 'bytes' | 'duration' | 'list' | 'map' | 'string' | 'timestamp';

const strings = { list: 'string' } as const;

const hashes: PolicyFunctions = Object.fromEntries(
  ['crc32', 'crc64', 'md5', 'sha1', 'sha256', 'sha512', 'xxhash64'].map((name) => [
    name,
    signature('string?', 'string', `Its ${name}, as \`hex\` or \`base64\`.`),
  ]),
);

const parts = {
  getDate: 'The day of the month, from 1.',
  getDayOfMonth: 'The day of the month, from 0.',
  getDayOfWeek: 'The day of the week; 0 is Sunday.',
  getDayOfYear: 'The day of the year, from 0.',
  getFullYear: 'The year.',
  getMonth: 'The month; 0 is January.',
  getHours: 'The hour.',
  getMinutes: 'The minute.',
  getSeconds: 'The second.',
  getMilliseconds: 'The millisecond.',
} as const;

const size = signature('', 'int', 'The length, or the number of items.');
const encodeJson = signature('', 'string', 'The value as JSON text.');

export const policyMethods: Readonly<Record<MethodOwner, PolicyFunctions>> = {
  string: {
    matches: signature('regex', 'bool', 'Whether a regular expression (RE2) is found in it.'),
    startsWith: signature('string', 'bool', 'Whether it starts with a text.'),
    endsWith: signature('string', 'bool', 'Whether it ends with a text.'),
    contains: signature('string', 'bool', 'Whether it contains a text.'),
    charAt: signature('int', 'string', 'The character at an index.'),
    size,
    indexOf: signature('string int?', 'int', 'The first index of a text; -1 if there is none.'),
    lastIndexOf: signature('string int?', 'int', 'The last index of a text; -1 if there is none.'),
    format: signature('list', 'string', 'The text with its `%s`, `%d` and others filled in.'),
    split: signature('string? int?', strings, 'The parts between a separator.'),
    replace: signature('string string int?', 'string', 'The text with a part replaced by another.'),
    substring: signature('int int?', 'string', 'The part between two indexes.'),
    trim: signature('', 'string', 'The text without space around it.'),
    reverse: signature('', 'string', 'The text backwards.'),
    lower: signature('', 'string', 'The text in lower case.'),
    upper: signature('', 'string', 'The text in upper case.'),
    lowerAscii: signature('', 'string', 'The text with its ASCII letters in lower case.'),
    upperAscii: signature('', 'string', 'The text with its ASCII letters in upper case.'),
    decodeBase64: signature('', 'string', 'The text of base64.'),
    encodeBase64: signature('', 'string', 'The text as base64.'),
    decodeJson: signature('', 'any', 'The value of JSON text.'),
    decodeQueryString: signature('', { map: 'any' }, 'The parameters of a query.'),
    escapeUrl: signature('', 'string', 'The text, safe in a URL.'),
    unescapeUrl: signature('', 'string', 'The text of an escaped one.'),
    parseUrl: signature('', parsedUrl, 'The parts of a URL.'),
    isJson: signature('', 'bool', 'Whether it is JSON.'),
    isPrivateIp: signature('', 'bool', 'Whether it is an address of a private network.'),
    isQueryString: signature('', 'bool', 'Whether it is a query.'),
    isURL: signature('', 'bool', 'Whether it is a URL.'),
    ...hashes,
  },
  bytes: { size },
  list: {
    join: signature('string?', 'string', 'The items as one text.'),
    size,
    sort: signature('', 'any', 'The items in order.'),
    distinct: signature('', 'any', 'Each item once.'),
    flatten: signature('int?', 'any', 'The items of its lists.'),
    slice: signature('int int', 'any', 'The items between two indexes.'),
    encodeJson,
  },
  map: { size, encodeJson, encodeQueryString: signature('', 'string', 'The values as a query.') },
  timestamp: Object.fromEntries(
    Object.entries(parts).map(([name, doc]) => [
      name,
      signature('string?', 'int', `${doc} In UTC, or in a time zone.`),
    ]),
  ),
  duration: {
    getHours: signature('', 'int', 'The duration in hours.'),
    getMinutes: signature('', 'int', 'The duration in minutes.'),
    getSeconds: signature('', 'int', 'The duration in seconds.'),
    getMilliseconds: signature('', 'int', 'The milliseconds below a second.'),
  },
};

/** Methods with a name for each item, and their docs: `list.exists(one, one == 'a')`. */
export const policyMacros: Readonly<Record<string, string>> = {
  all: 'Whether the condition is true for all items.',
  exists: 'Whether the condition is true for an item.',
  exists_one: 'Whether the condition is true for exactly one item.',
  filter: 'The items for which the condition is true.',
  map: 'The value of an expression for each item.',
  sortBy: 'The items in the order of an expression.',
};
