/**
 * Variables that a test gives. A fact says what no request can show, so a variable that the request, `from` or another
 * fact decides is a mistake: the given value would replace the look at the request.
 */
import type { JsonObject } from '../../model/value.ts';
import { policyVariables } from '../../kinds/policy/variables.ts';
import type { VariableMap } from '../../kinds/policy/variable.ts';
import { suggestions } from '../../text/suggest.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import type { MapEntry } from '../documents/read-table.ts';
import { reportNode, type TreeReading } from '../documents/read-tree.ts';
import { quoted } from '../../text/quoted.ts';

/** Reports variables that do not exist or that something else decides. `test` is the test as plain data. */
export function checkGivenVariables(
  reading: TreeReading,
  variables: readonly MapEntry<unknown>[] | undefined,
  test: JsonObject,
): void {
  for (const { name, key } of variables ?? []) {
    if (!variableNames.has(name)) {
      const [near] = suggestions(name, [...variableNames]);
      const help = near === undefined ? 'see `edgewright explain policy.variables`' : `write ${quoted(near)}`;
      reportNode(reading, key, {
        rule: 'unknown-field',
        message: `${quoted(name)} is not a variable of traffic policies`,
        help,
      });
      continue;
    }
    const by = deciderOf(name, test);
    if (by === undefined) continue;
    const help = `remove it, and write what is meant in \`${by}\``;
    reportNode(reading, key, {
      rule: 'test-contradiction',
      message: `${quoted(name)} is decided by \`${by}\``,
      help,
    });
  }
}

/** The key of a test that decides a variable; undefined if none does. */
function deciderOf(name: string, test: JsonObject): string | undefined {
  const decider = deciders.find(({ names }) => names.test(name));
  if (decider === undefined) return undefined;
  const { key, isAlways } = decider;
  const isGiven = key.split('.').reduce<unknown>((at, step) => (isJsonMap(at) ? at[step] : undefined), test);
  return isAlways === true || isGiven !== undefined ? key : undefined;
}

/** The first whose names match decides: always, or if the test has the key. */
const deciders: readonly { readonly names: RegExp; readonly key: string; readonly isAlways?: true }[] = [
  { names: /^(?:req\.ts\.|time\.|conn\.ts\.)/, key: 'given.now' },
  { names: /^req\.user_agent$/, key: 'request.headers.user-agent' },
  {
    names: /^req\.(?:method|host|headers|cookies|location|content_|url(?:\.|$))|^req$/,
    key: 'request',
    isAlways: true,
  },
  { names: /^endpoint(?:\.(?:addr|host|port|protocol|url))?$/, key: 'request', isAlways: true },
  { names: /^conn\.tls\.sni$/, key: 'request', isAlways: true },
  { names: /^conn\.client_ip$/, key: 'from.ip', isAlways: true },
  { names: /^conn\.client_port$/, key: 'from.port' },
  { names: /^conn\.client_ip\.categories$/, key: 'given.ip_categories' },
  ...['continent', 'city', 'subdivision', 'timezone', 'is_eu'].map((fact) => ({
    names: new RegExp(`^conn\\.(?:client_ip\\.)?geo\\.(?:location\\.)?${fact}$`),
    key: `from.${fact}`,
  })),
  { names: /^conn\.(?:client_ip\.)?geo\.(?:location\.)?country_code$/, key: 'from.country' },
  { names: /^conn\.tls\.client(?:\.|$)/, key: 'given.client_certificate' },
  {
    names: /^res\.(?:status_code|headers|cookies|location|content_)|^res$/,
    key: 'given.upstream',
    isAlways: true,
  },
];

const variableNames = new Set(namesOf('', policyVariables));

function* namesOf(prefix: string, members: VariableMap): Generator<string> {
  for (const [name, { type }] of Object.entries(members)) {
    const full = `${prefix}${name}`;
    yield full;
    if (typeof type === 'object' && 'members' in type) yield* namesOf(`${full}.`, type.members);
  }
}
