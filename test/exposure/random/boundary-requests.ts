/**
 * Concrete requests on the boundaries of what both sides of a change ask, and callers with and without what they want.
 */
import type { GivenFacts, RequestFacts } from '../../../src/model/traffic/request-facts.ts';
import { drawing, type Draw } from '../../gate-proof/draw.ts';
import { vocabulary, type RandomChange, type Side } from './random-change.ts';

/** A request and a caller; what the service decides of them is told for each side. */
export interface Asked {
  readonly request: RequestFacts;
  readonly given: (side: Side) => GivenFacts;
}

/** The values of the secrets. */
export const secrets = {
  STAFF: 'pass-word-3',
  HOOK: 'hook-1',
  HOOK_2: 'hook-2',
  UPSTREAM: 'the-token-of-the-upstream',
};

/** The networks of the IP policies. */
const networks = { ipp_1: ['10.0.0.0/8'], ipp_2: ['198.51.100.0/24'] };

/** Addresses within each network of the vocabulary, and on either side of its ends. */
const addresses: Readonly<Record<(typeof vocabulary.networks)[number], readonly string[]>> = {
  '10.0.0.0/8': ['10.200.0.1', '10.255.255.255', '11.0.0.0'],
  '10.1.0.0/16': ['10.1.200.1', '10.2.0.0', '10.0.255.255'],
  '10.1.2.0/24': ['10.1.2.3', '10.1.2.4', '10.1.3.0'],
  '198.51.100.0/24': ['198.51.100.7', '198.51.101.0'],
  '198.51.100.128/25': ['198.51.100.200', '198.51.100.127'],
};

export function requestsOf({ seed, before, after }: RandomChange, count: number): readonly Asked[] {
  const draw = drawing(seed * 7 + 1);
  const text = JSON.stringify([before, after]);
  const used = <Word extends string>(list: readonly Word[]): readonly Word[] =>
    list.filter((word) => text.includes(word));
  const paths = [
    '/',
    ...used(vocabulary.paths).flatMap((path) => [
      path,
      path,
      `${path}x`,
      `${path}/x`,
      path.slice(0, -1),
      `/x${path}`,
    ]),
  ];
  const methods = ['GET', ...used(vocabulary.methods), 'PUT'];
  const ips = ['203.0.113.7', ...used(vocabulary.networks).flatMap((network) => addresses[network])];
  const hosts = [...new Set([before, after].flatMap((side) => Object.values(side).flatMap(hostsOf)))];
  const countries = [...used(vocabulary.countries), 'FR'];
  const headers = [...used(vocabulary.headers), ...used(vocabulary.identities)];
  const values = [...used(vocabulary.values), 'op'];
  const queries = used(vocabulary.queries);
  const callers = callersOf(used);
  return Array.from({ length: count }, () => {
    const caller = draw.among(callers);
    const sent = new Map<string, readonly string[]>(Object.entries(caller.headers));
    for (const name of headers) if (draw.chance(0.5)) sent.set(name, oneOrTwo(draw, values));
    const query = queries.flatMap((name) =>
      draw.chance(0.5) ? oneOrTwo(draw, ['', ...values]).map((value) => `${name}=${value}`) : [],
    );
    return {
      request: {
        method: draw.among(methods),
        url: `${draw.among(hosts)}${draw.among(paths)}${query.length === 0 ? '' : `?${query.join('&')}`}`,
        headers: sent,
        body: '',
        from: { ip: draw.among(ips), country: draw.among(countries) },
        given: {},
      },
      given: factsFor(caller, draw),
    };
  });
}

/** A value, or now and then two. */
function oneOrTwo(draw: Draw, values: readonly string[]): readonly string[] {
  return draw.chance(0.2) ? [draw.among(values), draw.among(values)] : [draw.among(values)];
}

function hostsOf({ url, match, bindings }: Side[string]): readonly string[] {
  if (typeof match === 'string') return [`https://${match.split('/')[0]}`];
  if (typeof url !== 'string') return [];
  // Internal URLs are asked by forwards, and from outside when they become public.
  if (bindings !== undefined && !JSON.stringify(bindings).includes('public')) return [];
  return url.includes('*.') ? [url.replace('*', 'other'), url.replace('*', 'shop')] : [url];
}

/** What a client has. */
interface Caller {
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly login?: GivenFacts['login'];
  readonly jwt?: GivenFacts['jwt'];
  /** It knows this secret of a webhook, or has a certificate of this authority. */
  readonly hook?: { readonly provider: string; readonly secret: string };
  readonly authority?: string;
}

function callersOf(used: <Word extends string>(list: readonly Word[]) => readonly Word[]): readonly Caller[] {
  const logins = used(vocabulary.providers).flatMap((provider) =>
    vocabulary.emails.flatMap((email): readonly Caller[] =>
      [[], ...used(vocabulary.organizations).map((one) => [one])].map((organizations) => ({
        headers: {},
        login: { provider, email, organizations, teams: [], groups: [] },
      })),
    ),
  );
  const tokens = used(vocabulary.issuers).flatMap((iss) =>
    [...used(vocabulary.audiences), 'https://else.example'].flatMap((aud) =>
      [...used(vocabulary.algorithms), 'HS256'].map((alg): Caller => ({
        headers: { authorization: ['Bearer a.b.c'] },
        jwt: { claims: { iss, aud }, header: { alg } },
      })),
    ),
  );
  const hooks = used(vocabulary.hooks).flatMap((provider) =>
    vocabulary.hookSecrets.map((secret) => ({ headers: signed, hook: { provider, secret } })),
  );
  return [
    { headers: {} },
    { headers: {} },
    { headers: { 'user-agent': ['bot 1.0'] } },
    { headers: { 'user-agent': ['curl 8.0'] } },
    ...used(vocabulary.passwords).map((one) => ({ headers: passwordHeader(one) })),
    { headers: passwordHeader('ann:pass-word-9') },
    ...logins,
    ...tokens,
    ...hooks,
    ...vocabulary.authorities.map((authority) => ({ headers: {}, authority })),
  ];
}

const signed = { 'x-hub-signature-256': ['sha256=0'], 'x-gitlab-token': ['0'] };

function passwordHeader(credential: string): Caller['headers'] {
  const text = credential.replace('$(secret:STAFF)', secrets.STAFF);
  return { authorization: [`Basic ${btoa(text)}`] };
}

function factsFor({ login = 'none', jwt, hook, authority }: Caller, draw: Draw): Asked['given'] {
  const rate_limit = draw.chance(0.15) ? 'exceeded' : 'within';
  return (side) => {
    const text = JSON.stringify(side);
    const certificate = authority === undefined ? 'none' : certificateOf(text, authority);
    const signature = hook === undefined ? 'invalid' : signatureOf(text, hook);
    return {
      login,
      jwt: jwt ?? { valid: false },
      ...(signature === undefined ? {} : { signature }),
      ...(certificate === undefined ? {} : { client_certificate: certificate }),
      rate_limit,
      upstream: { status: 200, body: 'what the upstream knows' },
      ip_policies: networks,
      secrets,
      now: '2026-01-02T03:04:05Z',
      error_status: 403,
    };
  };
}

/** A test says the same of a caller for all guards of a side: undefined where they would differ. */
function certificateOf(text: string, authority: string): GivenFacts['client_certificate'] {
  const lists = [...text.matchAll(/"certificate_authority_ids":(\[[^\]]*\])/g)];
  const valid = sameForAll(lists.map(([, list = '']) => list.includes(`"${authority}"`)));
  return valid === undefined ? undefined : { valid };
}

function signatureOf(
  text: string,
  { provider, secret }: NonNullable<Caller['hook']>,
): 'valid' | 'invalid' | undefined {
  const guards = [...text.matchAll(/"provider":"(\w+)","secret":"([^"]+)"/g)];
  const isValid = sameForAll(guards.map(([, of, known]) => of === provider && known === secret));
  return isValid === undefined ? undefined : isValid ? 'valid' : 'invalid';
}

function sameForAll(answers: readonly boolean[]): boolean | undefined {
  const [first = true] = answers;
  return answers.every((answer) => answer === first) ? first : undefined;
}
