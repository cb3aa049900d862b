/** Whether the request of a test can be sent, so that the response says whether the test is right. */
import { headersOfClient } from '../../../remote/http/client-headers.ts';
import type { RequestExpectation, RequestTest, RequestVerdict } from '../../../model/traffic/request-test.ts';
import type { Responder } from './dev-target.ts';
import { secretNamesIn } from '../../../model/secret-reference.ts';
import type { GivenFacts } from '../../../model/traffic/request-facts.ts';
import { isWebScheme, urlParts } from '../../../routing/request-url.ts';

/** Expectations of which a client sees whether they are met. */
const visible: ReadonlySet<string> = new Set<keyof RequestExpectation>([
  'status',
  'location',
  'login',
  'response_headers',
  'body',
  'connection',
]);

/** The expectations of a test that a client cannot see. */
export function hiddenExpectations({
  expect,
}: Pick<RequestTest, 'expect'>): readonly (keyof RequestExpectation)[] {
  return (Object.keys(expect) as (keyof RequestExpectation)[]).filter((key) => !visible.has(key));
}

/** The expectations of a test that a client can see. */
export function visibleExpectation({ expect }: Pick<RequestTest, 'expect'>): RequestExpectation {
  return Object.fromEntries(Object.entries(expect).filter(([key]) => visible.has(key)));
}

const harmless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Headers that say where a request goes or how its bytes are read: a client sets them itself. */
const ownHeaders: ReadonlySet<string> = new Set([...headersOfClient, 'http2-settings']);

/**
 * Why a test is not sent, whatever the files say; undefined if it can be. `dev` takes facts that no client of the
 * service can choose, and tells what no client can see.
 */
export function unsendable(test: RequestTest, answering: Responder): string | undefined {
  const { facts, send, expect } = test;
  const { method, url, headers, from } = facts;
  if (send === 'never') return 'it says `send: never`';
  const { scheme, host } = urlParts(url);
  if (host === '') return 'its URL names no host';
  if (!isWebScheme(scheme)) return `a connection by \`${scheme}\` is not an HTTP request`;
  if (method === 'CONNECT' || method === 'TRACE') return `${method} is not sent`;
  if (!harmless.has(method) && send !== 'always')
    return `${method} may change something; \`send: always\` sends it`;
  const own = [...headers.keys()].find((name) => ownHeaders.has(name));
  if (own !== undefined) return `a client sets the header \`${own}\` itself`;
  if (answering === 'dev') return undefined;
  const [fact] = Object.keys(from).filter((key) => key !== 'isHere');
  if (fact !== undefined)
    return `a client cannot choose \`from.${fact}\`; \`from: here\` means the address of this machine`;
  const given = givenOfOthers(test);
  if (given !== undefined) return `a client cannot choose \`given.${given}\``;
  const isSeen = Object.keys(expect).some(
    (key) => visible.has(key) && !(key === 'body' && method === 'HEAD'),
  );
  if (!isSeen) return `a client cannot see \`${Object.keys(expect).join('`, `')}\``;
  return undefined;
}

/** The usual states of what a client cannot choose. */
const usual: Readonly<Partial<Record<keyof GivenFacts, unknown>>> = {
  login: 'none',
  client_certificate: 'none',
  rate_limit: 'within',
  circuit_breaker: 'closed',
  firewall: 'pass',
  signature: 'invalid',
  basic_auth: 'invalid',
};

/** Facts that describe the address of the client: with `from: here`, that of this machine. */
const ofAddress: ReadonlySet<string> = new Set(['ip_policies', 'ip_restriction', 'ip_categories']);

/** The first fact of a test that a client cannot choose. */
function givenOfOthers({ facts: { given, from, headers } }: RequestTest): keyof GivenFacts | undefined {
  const secrets = new Set([...headers.values()].flat().flatMap(secretNamesIn));
  return (Object.keys(given) as (keyof GivenFacts)[]).find((key) => {
    if (Object.hasOwn(usual, key) && given[key] === usual[key]) return false;
    if (ofAddress.has(key)) return from.isHere !== true;
    // Which edge has the host, and the status of an error, are facts about the service.
    if (key === 'edge' || key === 'error_status') return false;
    // A password or a token that is a secret is the real one.
    if (key === 'basic_auth' || key === 'jwt') return secrets.size === 0;
    // A stand-in says nothing of what is sent, unless the secret is sent, too.
    return key !== 'secrets' || Object.keys(given.secrets ?? {}).some((name) => !secrets.has(name));
  });
}

/** Facts of which what is missing does not keep a test from being sent: the request, or the service, decides them. */
const decidedThere = /^given\.(?:edge|error_status|secrets\b|basic_auth|jwt|signature)/;
const ofClient = /^(?:from\.|given\.ip_)/;

/**
 * Why the response would be chance, by the files: it depends on a fact that the test does not give, or on the address
 * that a test has without `from`. `verdict`: with the address of this machine.
 */
export function dependsOnChance(
  { facts: { from } }: RequestTest,
  { missing, verdict }: Pick<RequestVerdict, 'missing' | 'verdict'>,
): string | undefined {
  if (verdict !== 'undecided') return undefined;
  const facts = missing.flatMap(({ why, give }) => (why === 'not-given' && give !== undefined ? [give] : []));
  const fact = facts.find(
    (give) => !decidedThere.test(give) && !(from.isHere === true && ofClient.test(give)),
  );
  if (fact === undefined) return undefined;
  return ofClient.test(fact)
    ? `the response depends on the client (\`${fact}\`); \`from: here\` means this machine`
    : `the response depends on \`${fact}\`, which a client cannot choose`;
}
