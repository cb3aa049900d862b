import type { PhaseName } from './phases.ts';
import type { VariableType } from './variable.ts';

/** The type of an argument: a type by name, or several that are accepted. */
export type ArgumentType =
  | 'any'
  | 'bytes'
  | 'int'
  | 'list'
  | 'map'
  | 'regex'
  | 'string'
  | 'string|bytes|list|map'
  | 'list|map';

export interface PolicyFunction {
  readonly args: readonly ArgumentType[];
  /** How many of the arguments, from the end, can be left out. */
  readonly optional: number;
  readonly result: VariableType;
  readonly doc: string;
  /** Absent: all. */
  readonly phases?: readonly PhaseName[];
}

export type PolicyFunctions = Readonly<Record<string, PolicyFunction>>;

/** A function of these arguments: `string string?` are two, of which the second can be left out. */
export function signature(args: string, result: VariableType, doc: string): PolicyFunction {
  const words = args === '' ? [] : args.split(' ');
  return {
    args: words.map((word) => word.replace('?', '') as ArgumentType),
    optional: words.filter((word) => word.endsWith('?')).length,
    result,
    doc,
  };
}

/** A function of certain phases only. */
export function signatureIn(
  phases: readonly PhaseName[],
  args: string,
  result: VariableType,
  doc: string,
): PolicyFunction {
  return { ...signature(args, result, doc), phases };
}

/** The functions of expressions: `name(…)` and `namespace.name(…)`. Methods are in a table of their own. */

const request: readonly PhaseName[] = ['on_http_request', 'on_http_response', 'on_event_stream_message'];
const response: readonly PhaseName[] = ['on_http_response', 'on_event_stream_message'];
const strings = { list: 'string' } as const;
const cookie = 'any' as const;
export const parsedUrl: VariableType = { map: 'any' };

const hashes: PolicyFunctions = Object.fromEntries(
  ['crc32', 'crc64', 'md5', 'sha1', 'sha256', 'sha512', 'xxhash64'].map((name) => [
    `hash.${name}`,
    signature('string string?', 'string', `The ${name} of a text, as \`hex\` or \`base64\`.`),
  ]),
);

export const policyFunctions: PolicyFunctions = {
  getReqHeader: signatureIn(
    request,
    'string',
    strings,
    'The values of a header of the request; an empty list if there is none.',
  ),
  hasReqHeader: signatureIn(request, 'string', 'bool', 'Whether the request has the header.'),
  getReqCookie: signatureIn(request, 'string', cookie, 'The first cookie of the request with the name.'),
  hasReqCookie: signatureIn(request, 'string', 'bool', 'Whether the request has the cookie.'),
  getQueryParam: signatureIn(
    request,
    'string',
    strings,
    'The values of a parameter of the query; an empty list if there is none.',
  ),
  hasQueryParam: signatureIn(request, 'string', 'bool', 'Whether the query has the parameter.'),
  getResHeader: signatureIn(
    response,
    'string',
    strings,
    'The values of a header of the response; an empty list if there is none.',
  ),
  hasResHeader: signatureIn(response, 'string', 'bool', 'Whether the response has the header.'),
  getResCookie: signatureIn(response, 'string', cookie, 'The cookie of the response with the longest path.'),
  hasResCookie: signatureIn(response, 'string', 'bool', 'Whether the response sets the cookie.'),
  inCidrRange: signature(
    'string string',
    'bool',
    'Whether an address is in a network; false if the network is invalid.',
  ),
  inCidrRanges: signature('string list', 'bool', 'Whether an address is in one of the networks.'),
  has: signature('any', 'bool', 'Whether a field or key exists.'),
  size: signature('string|bytes|list|map', 'int', 'The length of a text, or the number of items.'),
  matches: signature('string regex', 'bool', 'Whether a regular expression (RE2) is found in a text.'),
  timestamp: signature('any', 'timestamp', 'A time from RFC 3339 text.'),
  duration: signature('any', 'duration', 'A duration from text such as `24h`.'),
  string: signature('any', 'string', 'The value as text.'),
  int: signature('any', 'int', 'The value as an integer.'),
  uint: signature('any', 'uint', 'The value as an unsigned integer.'),
  double: signature('any', 'double', 'The value as a floating-point number.'),
  bool: signature('any', 'bool', 'The value as a boolean.'),
  bytes: signature('any', 'bytes', 'The value as bytes.'),
  type: signature('any', 'type', 'The type of a value.'),
  dyn: signature('any', 'any', 'The value, without checks of its type.'),
  'base64.encode': signature('any', 'string', 'Bytes as base64.'),
  'base64.decode': signature('string', 'bytes', 'The bytes of base64.'),
  'basic_auth.encode': signature(
    'string string',
    'string',
    'A user and a password as a value of `Authorization`.',
  ),
  ...hashes,
  'json.decode': signature('string', 'any', 'The value of JSON text.'),
  'json.encode': signature('list|map', 'string', 'A value as JSON text.'),
  'lists.range': signature('int', { list: 'int' }, 'The integers from 0 up to, not including, a number.'),
  'queryString.decode': signature('string', { map: 'any' }, 'The parameters of a query.'),
  'queryString.encode': signature('map', 'string', 'Parameters as a query.'),
  'rand.double': signature('', 'double', 'A random number from 0 to 1.'),
  'rand.int': signature('int? int?', 'int', 'A random integer between two.'),
  'secrets.get': signature('string string', 'string', 'A secret, by the names of its vault and its own.'),
  'strings.quote': signature('string', 'string', 'A text in quotes.'),
  'url.escape': signature('string', 'string', 'A text that is safe in a URL.'),
  'url.unescape': signature('string', 'string', 'The text of an escaped one.'),
  'url.parse': signature('string', parsedUrl, 'The parts of a URL.'),
};

/** The first names of functions with two. */
export const functionNamespaces: ReadonlySet<string> = new Set([
  ...Object.keys(policyFunctions).flatMap((name) =>
    name.includes('.') ? [name.slice(0, name.indexOf('.'))] : [],
  ),
  'math',
  'sets',
]);
