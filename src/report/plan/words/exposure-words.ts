import type {
  ExposureFact,
  ExposureLoss,
  WeakerServerFact,
  OpenedProtection,
  SessionBound,
  Unread,
} from '../../../model/facts/exposure.ts';
import { named, say, type Words } from './say.ts';

/** The loss of protection, or why it is unknown: one line without a final period. */
export function exposureText(fact: ExposureFact): string {
  return fact.code === 'handover' ? weakerServerText(fact) : say(words, fact);
}

const words: Words<ExposureLoss> = {
  'module-off': ({ module }) => `\`${module}\` is turned off`,
  'module-missing': ({ module }) => `without \`${module}\``,
  'list-removed': ({ path }) => `\`${path}\` is removed: it no longer keeps anyone out`,
  'list-extended': ({ path, items }) => `\`${path}\` adds ${named(items)}`,
  'denied-removed': ({ path, items }) => `\`${path}\` no longer has ${named(items)}`,
  'secret-removed': ({ path }) => `\`${path}\` is removed: nothing is verified with it`,
  'secret-replaced': ({ path, from, to }) =>
    `\`${path}\` changes from \`${from}\` to \`${to}\`: everyone who knows the new secret passes`,
  'sender-changed': ({ path, from }) =>
    `\`${path}\` changes from \`${from}\`: a different sender signs what passes`,
  'decider-changed': ({ path }) => `\`${path}\` changes: different users may be let in`,
  'options-pass': ({ path }) => `\`${path}\` lets OPTIONS requests pass without a login`,
  'provider-starts-login': ({ path }) => `\`${path}\` lets the identity provider start a login`,
  'credentials-not-asked': ({ path }) => `\`${path}\` no longer asks for credentials each time`,
  'bound-removed': ({ path, from }) => `\`${path}\` was ${from} and becomes the default of the service`,
  'bound-raised': ({ path, bound, from, to }) =>
    `\`${path}\` grows from ${from} to ${to}: ${outcomes[bound]}`,
  'providers-removed': ({ path }) => `\`${path}\` is removed: nothing says who may log in`,
  'provider-added': ({ path }) => `\`${path}\` is an additional way in`,
  'any-account': ({ path }) => `\`${path}\` no longer has an allow list: any account passes`,
  'login-replaced': ({ module, replaced }) =>
    `\`${module}\` replaces \`${replaced}\`: a different party decides who may log in`,
  'encryption-lost': ({ from, to }) =>
    `\`url\` moves from \`${from}\` to \`${to}\`: it is no longer encrypted`,
  'encryption-unknown': () =>
    '`url` may have been encrypted, which the snapshot does not show; it is not encrypted after this change',
  'tls-off': ({ version }) =>
    `\`tls_termination\` is turned off, and with it its \`min_version\` of ${version}`,
  'tls-upstream': ({ version }) =>
    `\`tls_termination.min_version\` was ${version}; the upstream that terminates TLS decides now`,
  'tls-version': ({ from, to }) =>
    to === undefined
      ? `\`tls_termination.min_version\` was ${from} and becomes the default of the service`
      : `\`tls_termination.min_version\` changes from ${from} to ${to}`,
  'guards-unreadable': ({ actions }) => `\`traffic_policy\` had ${named(actions)}, and can no longer be read`,
  'not-compared': () =>
    '`traffic_policy` is too large to compare: which requests it lets through is unknown here',
  'let-in': ({ by, how, to, at, ...of }) =>
    `${requestText(of)}: was kept out by \`${by}\`, ${how === 'answered' ? 'will get an answer of the policy' : `will reach ${upstreamText(to)}`}${at === undefined ? '' : ` (${at})`}`,
  'target-computed': (of) =>
    `${requestText(of)}: will reach any internal endpoint, since the policy computes which`,
  'answer-shown': ({ by, to, ...of }) =>
    `${requestText(of)}: the answer of ${upstreamText(to)} was kept back by \`${by}\`, and will be shown`,
  'header-opened': ({ header, to, conditions }) =>
    `${upstreamText(to)} gets another \`${header}\`, or one that clients write${conditionsText(conditions)}`,
  'secret-sent': ({ secret, to, conditions }) =>
    `the secret \`${secret}\` is ${to === undefined ? 'shown to clients' : `sent to \`${to}\``}${conditionsText(conditions)}`,
  'url-changed': ({ to, conditions }) =>
    `${upstreamText(to)} gets another URL than the one by which requests are refused here${conditionsText(conditions)}`,
  'other-environment': ({ environment, spaces, more, from }) =>
    `${named(spaces, more)} ${spaces.length + more === 1 ? 'belongs' : 'belong'} to ${named(from)} of \`${environment}\`: this one takes ${spaces.length + more === 1 ? 'it' : 'them'}`,
  'backend-on': ({ protection }) => `\`backend\` is turned on, and ${opened[protection]}`,
  moved: ({ path, from, to, protection }) =>
    `\`${path}\` moves from ${valueText(from)} to ${valueText(to)}, and ${opened[protection]}`,
  'bindings-emptied': () => '`bindings` is emptied: the service may make it public',
  'policy-unread': ({ why }) => `${unreadText(why)}: what it keeps out is unknown here`,
  'policy-unverified': ({ why }) =>
    `${unreadText(why)}: whether it keeps out what the declared one does is unknown here`,
  'neighbor-unread': ({ why, address }) =>
    `${unreadText(why)} of \`${address}\`, which serves some of its paths`,
  'may-take': ({ path, addresses, more }) =>
    `the snapshot does not show the \`${path}\` of ${named(addresses, more)}: this one may take what they protect`,
  'own-place-unknown': () =>
    'the snapshot does not show the `match` that it leaves: what its paths fall to is unknown here',
  'places-unknown': ({ path, addresses, more }) =>
    `the snapshot does not show the live \`${path}\` of ${named(addresses, more)}`,
};

function requestText({
  request,
  conditions,
}: {
  readonly request?: string;
  readonly conditions: readonly string[];
}): string {
  return request === undefined
    ? `a request${conditionsText(conditions)}`
    : `\`${request}\`${conditionsText(conditions)}`;
}

function upstreamText(to: string | undefined): string {
  return to === undefined ? 'the upstream' : `\`${to}\``;
}

/** `, if a and b`; empty without conditions. */
export function conditionsText(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `, if ${conditions.map((one) => `\`${one}\``).join(' and ')}`;
}

const outcomes: Readonly<Record<SessionBound, string>> = {
  auth_check_interval: 'a revoked user keeps access for longer',
  maximum_duration: 'a logged-in user keeps access for longer',
  inactivity_timeout: 'an unused session stays open for longer',
};

const opened: Readonly<Record<OpenedProtection, string>> = {
  none: 'nothing protects it',
  unreadable: 'nothing that can be read here protects it',
};

/** Why a policy cannot be compared. */
export function unreadText(why: Unread): string {
  return unread[why];
}

const unread: Readonly<Record<Unread, string>> = {
  snapshot: 'the snapshot does not show the live `traffic_policy`',
  masked: 'the service masks the live `traffic_policy`',
  unreadable: 'the live `traffic_policy` cannot be read',
};

function valueText(value: string | undefined): string {
  return value === undefined ? 'nothing' : `\`${value}\``;
}

function weakerServerText(fact: WeakerServerFact): string {
  const { missing, unanswered } = fact;
  if (unanswered !== undefined)
    return `if \`${unanswered}\`, whose create got no response, was made: ${servedText(fact)}`;
  if (missing === undefined) return servedText(fact);
  return `if \`${missing}\`, which returns 404, was made again outside: ${servedText(fact)}`;
}

function servedText({ how, spaces, more, from, protection, to, lost }: WeakerServerFact): string {
  const urls = named(spaces, more);
  const owners = `${named(from)} (${protection.length === 0 ? 'no protection' : named(protection)})`;
  const loss =
    lost.length === 0 ? 'has no protection' : `protects less: ${lost.map(exposureText).join('; ')}`;
  switch (how) {
    case 'for-a-while':
      return `for a while \`${to}\` serves ${urls} instead of ${owners}, and ${loss}: no order of the steps avoids that`;
    case 'newly':
      return `${urls} is newly served with less protection than the files declare (${named(protection)}): ${lost.length === 0 ? 'none' : lost.map(exposureText).join('; ')}`;
    case 'taken':
      return `${urls} is served by ${owners} today; this one ${loss}`;
    case 'another-way':
      return `${urls} is served by ${owners} today; this one is another way to it, and ${loss}`;
    case 'former-way':
      return `the last way to ${urls} was ${owners}; this one is a new way to it, and ${loss}`;
    case 'falls':
      return `${urls} falls from ${owners} to \`${to}\`, which ${loss}`;
  }
}
