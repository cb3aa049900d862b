/** How providers of webhooks sign, as they document it themselves: a keyed hash of the body, in a header. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RequestFacts } from '../../model/traffic/request-facts.ts';

/** A webhook as it arrived. */
interface SignedRequest {
  readonly facts: RequestFacts;
  readonly body: Buffer;
}

interface SignatureScheme {
  /** The text that is signed; undefined without what it needs. */
  readonly signed: (request: SignedRequest) => Buffer | undefined;
  /** The signatures that the request has. */
  readonly sent: (request: SignedRequest) => readonly string[];
  readonly hash: 'sha1' | 'sha256';
  readonly encoding: 'hex' | 'base64';
  /** The key that a secret stands for. Absent: its text. */
  readonly keyOf?: (secret: string) => Buffer;
}

function header({ facts }: SignedRequest, name: string): string {
  return facts.headers.get(name)?.[0] ?? '';
}

/** The value of `name=value` in a list such as `t=1,v1=abc`. */
function part(text: string, name: string): readonly string[] {
  return text
    .split(/[,;]\s*/)
    .flatMap((item) => (item.startsWith(`${name}=`) ? [item.slice(name.length + 1)] : []));
}

/** The hash of the body alone; `prefix` is before it in the header. */
function ofBody(
  name: string,
  {
    hash = 'sha256',
    encoding = 'hex',
    prefix = '',
  }: Partial<Pick<SignatureScheme, 'hash' | 'encoding'>> & {
    readonly prefix?: string;
  } = {},
): SignatureScheme {
  return {
    hash,
    encoding,
    signed: ({ body }) => body,
    sent: (request) => {
      const value = header(request, name);
      return value.startsWith(prefix) && value !== '' ? [value.slice(prefix.length)] : [];
    },
  };
}

/** The hash of a time, a separator and the body, with both in one header. */
function ofTime(name: string, at: string, signature: string): SignatureScheme {
  return {
    hash: 'sha256',
    encoding: 'hex',
    signed: (request) => {
      const [time] = part(header(request, name), at);
      return time === undefined ? undefined : Buffer.concat([Buffer.from(`${time}.`), request.body]);
    },
    sent: (request) => part(header(request, name), signature),
  };
}

const hubSignature = ofBody('x-hub-signature-256', { prefix: 'sha256=' });

const schemes: Readonly<Record<string, SignatureScheme>> = {
  bitbucket: ofBody('x-hub-signature', { prefix: 'sha256=' }),
  calendly: ofTime('calendly-webhook-signature', 't', 'v1'),
  circleci: {
    ...ofBody('circleci-signature'),
    sent: (request) => part(header(request, 'circleci-signature'), 'v1'),
  },
  coinbase: ofBody('x-cc-webhook-signature'),
  docusign: ofBody('x-docusign-signature-1', { encoding: 'base64' }),
  dropbox: ofBody('x-dropbox-signature'),
  facebook_graph_api: hubSignature,
  facebook_messenger: hubSignature,
  github: hubSignature,
  heroku: ofBody('heroku-webhook-hmac-sha256', { encoding: 'base64' }),
  instagram: hubSignature,
  intercom: ofBody('x-hub-signature', { hash: 'sha1', prefix: 'sha1=' }),
  linear: ofBody('linear-signature'),
  mux: ofTime('mux-signature', 't', 'v1'),
  pagerduty: {
    ...ofBody('x-pagerduty-signature'),
    sent: (request) => part(header(request, 'x-pagerduty-signature'), 'v1'),
  },
  sentry: ofBody('sentry-hook-signature'),
  shopify: ofBody('x-shopify-hmac-sha256', { encoding: 'base64' }),
  slack: {
    hash: 'sha256',
    encoding: 'hex',
    signed: (request) =>
      Buffer.concat([Buffer.from(`v0:${header(request, 'x-slack-request-timestamp')}:`), request.body]),
    sent: (request) => part(header(request, 'x-slack-signature'), 'v0'),
  },
  stripe: ofTime('stripe-signature', 't', 'v1'),
  svix: {
    hash: 'sha256',
    encoding: 'base64',
    keyOf: (secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'),
    signed: (request) => {
      const [id, time] = ['id', 'timestamp'].map(
        (name) => header(request, `svix-${name}`) || header(request, `webhook-${name}`),
      );
      return Buffer.concat([Buffer.from(`${id}.${time}.`), request.body]);
    },
    sent: (request) =>
      (header(request, 'svix-signature') || header(request, 'webhook-signature'))
        .split(' ')
        .flatMap((item) => (item.startsWith('v1,') ? [item.slice(3)] : [])),
  },
  typeform: ofBody('typeform-signature', { encoding: 'base64', prefix: 'sha256=' }),
  whatsapp: hubSignature,
  xero: ofBody('x-xero-signature', { encoding: 'base64' }),
  zendesk: {
    hash: 'sha256',
    encoding: 'base64',
    signed: (request) =>
      Buffer.concat([Buffer.from(header(request, 'x-zendesk-webhook-signature-timestamp')), request.body]),
    sent: (request) => [header(request, 'x-zendesk-webhook-signature')],
  },
  zoom: {
    hash: 'sha256',
    encoding: 'hex',
    signed: (request) =>
      Buffer.concat([Buffer.from(`v0:${header(request, 'x-zm-request-timestamp')}:`), request.body]),
    sent: (request) => part(header(request, 'x-zm-signature'), 'v0'),
  },
};

/** GitLab sends the secret itself. */
const sentSecret: Readonly<Record<string, string>> = { gitlab: 'x-gitlab-token' };

export function isKnownScheme(provider: string): boolean {
  return Object.hasOwn(schemes, provider) || Object.hasOwn(sentSecret, provider);
}

/** Whether the provider signed the request. Its age is not checked, so that recorded requests can be sent again. */
export function isSignedBy(provider: string, secret: string, request: SignedRequest): boolean {
  const name = sentSecret[provider];
  if (name !== undefined) return isSame(Buffer.from(header(request, name)), Buffer.from(secret));
  const scheme = schemes[provider];
  const signed = scheme?.signed(request);
  if (scheme === undefined || signed === undefined) return false;
  const key = scheme.keyOf?.(secret) ?? secret;
  const wanted = createHmac(scheme.hash, key).update(signed).digest();
  return scheme.sent(request).some((sent) => isSame(Buffer.from(sent, scheme.encoding), wanted));
}

function isSame(sent: Buffer, wanted: Buffer): boolean {
  return sent.length === wanted.length && timingSafeEqual(sent, wanted);
}
