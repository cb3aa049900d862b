import type {
  ExposureFact,
  ExposureLoss,
  WeakerServerFact,
  OpenedProtection,
  SessionBound,
  Unread,
} from '../../../model/facts/exposure.ts';
import { type Names, withNamedIds } from '../named-ids.ts';
import { say, type Words } from './say.ts';
import { codeList, named } from '../../../text/words/list-words.ts';

/** Why something becomes less protected: a sentence and, where another object serves the same, what each asks for. */
export interface ExposureReason {
  /** One line without a final period. */
  readonly headline: string;
  readonly table?: ProtectionTable;
}

/** The columns: who serves it before, what that asks for, and what is lost. Names are in backticks. */
export interface ProtectionTable {
  readonly titles: ProtectionRow;
  readonly rows: readonly ProtectionRow[];
}

export interface ProtectionRow {
  readonly way: string;
  readonly asks: string;
  readonly lacks: string;
}

/** The loss of protection, or why it is unknown: one line without a final period. */
export function exposureText(fact: ExposureFact, names: Names = {}): string {
  return reasonLine(exposureReason(fact, names));
}

/** A reason where no table can be: its rows follow the headline. */
export function reasonLine({ headline, table }: ExposureReason): string {
  if (table === undefined) return headline;
  const { titles, rows } = table;
  const [{ way, asks } = titles] = rows;
  const lacks = rows.map((row) => row.lacks).join('; ');
  return `${headline}: ${titles.way} ${way}, ${titles.asks} ${asks}, ${titles.lacks} ${lacks}`;
}

/** `names` are those of edges, backends and IP policies, by id. */
export function exposureReason(stated: ExposureFact, names: Names = {}): ExposureReason {
  const fact = withNamedIds(stated, names);
  return fact.code === 'handover' ? weakerServerReason(fact) : { headline: say(words, fact) };
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
  return conditions.length === 0 ? '' : `, if ${codeList(conditions, ' and ')}`;
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

function weakerServerReason(fact: WeakerServerFact): ExposureReason {
  const { missing, unanswered } = fact;
  const headline = servedHeadline(fact);
  return {
    headline:
      unanswered !== undefined
        ? `if \`${unanswered}\`, whose create got no response, was made: ${headline}`
        : missing !== undefined
          ? `if \`${missing}\`, which returns 404, was made again outside: ${headline}`
          : headline,
    table: protectionTable(fact),
  };
}

function servedHeadline({ how, spaces, more, to, lost }: WeakerServerFact): string {
  const urls = named(spaces, more);
  const isOne = spaces.length + more === 1;
  const less = lost.length === 0 ? 'without protection' : 'with less protection';
  switch (how) {
    case 'for-a-while':
      return `for a while \`${to}\` serves ${urls} ${less}: no order of the steps avoids that`;
    case 'newly':
      return `${urls} ${isOne ? 'is' : 'are'} newly served, ${less}${lost.length === 0 ? '' : ' than the files declare'}`;
    case 'taken':
      return `this one takes over ${urls}, ${less}`;
    case 'another-way':
      return `this one is another way to ${urls}, ${less}`;
    case 'former-way':
      return `this one is a new way to ${urls}, ${less}`;
    case 'falls':
      return `${urls} ${isOne ? 'falls' : 'fall'} to \`${to}\`, ${less}`;
  }
}

function protectionTable({ how, from, protection, to, lost }: WeakerServerFact): ProtectionTable {
  const losses = lost.length === 0 ? ['all of it'] : lost.map(lackText);
  return {
    titles: titlesOf(how, to),
    rows: losses.map((lacks, index) => ({
      way: index === 0 ? named(from) : '',
      asks: index > 0 ? '' : protection.length === 0 ? 'nothing' : named(protection),
      lacks,
    })),
  };
}

function titlesOf(how: WeakerServerFact['how'], to: string): ProtectionRow {
  switch (how) {
    case 'newly':
      return { way: 'declared by', asks: 'asks for', lacks: 'this one lacks' };
    case 'former-way':
      return { way: 'last way', asks: 'asked for', lacks: 'the new one lacks' };
    case 'another-way':
      return { way: 'existing way', asks: 'asks for', lacks: 'the new one lacks' };
    case 'taken':
      return { way: 'served today by', asks: 'asks for', lacks: 'this one lacks' };
    case 'falls':
    case 'for-a-while':
      return { way: 'served today by', asks: 'asks for', lacks: `\`${to}\` lacks` };
  }
}

/** A loss as the protection that is missing, not as the change that removes it. */
function lackText(loss: ExposureLoss): string {
  if (loss.code === 'module-missing') return `\`${loss.module}\``;
  if (loss.code !== 'let-in') return exposureText(loss);
  const { by, at } = loss;
  return `\`${by}\` for ${requestText(loss)}${at === undefined ? '' : ` (${at})`}`;
}
