import { isLoopback } from '../../text/loopback.ts';
import { UserError, usageError } from '../../model/errors.ts';

export interface BaseUrl {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The path before those of the operations, without a final slash: `` or `/api`. */
  readonly prefix: string;
}

/** Parses the API URL. Messages repeat its text only if it cannot be a credential. */
export function parseBaseUrl(text: string, from = 'the address of the API'): BaseUrl {
  // `localhost:4040` would be a URL of the scheme `localhost`.
  const url = URL.canParse(text) && !text.startsWith('localhost:') ? new URL(text) : undefined;
  if (url === undefined) throw notUrl(text, from);
  if (url.username !== '' || url.password !== '') {
    throw wrong(`${from} holds a credential`, 'give the credential as EDGEWRIGHT_API_TOKEN');
  }
  if (url.search !== '' || url.hash !== '') {
    throw wrong(`${from} has a query or a fragment`, 'leave out what follows `?` or `#`');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw wrong(`${from} begins with \`${url.protocol}\`, not with \`https:\``);
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw wrong(
      `${from} is \`${url.origin}\`, which would be called without encryption`,
      'use https; http is for this machine only (localhost, 127.0.0.1, [::1])',
    );
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

/** A host, optionally with port and path; tokens do not have this form. */
const host =
  /^(?:https?:?\/*)?((?:localhost|[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+)(?::\d{1,5})?(?:\/[a-z0-9./-]*)?)$/;

function notUrl(text: string, from: string): UserError {
  const [, address] = host.exec(text) ?? [];
  if (address === undefined) return wrong(`${from} is not a URL`);
  const scheme = isLoopback(address.replace(/[:/].*$/, '')) ? 'http' : 'https';
  return wrong(`${from} is \`${text}\`, which is not a URL`, `write \`${scheme}://${address}\``);
}

function wrong(message: string, help = 'it looks like `https://api.example.com`'): UserError {
  return usageError(message, help);
}
