import { exitCodes, UserError } from '../model/errors.ts';

/** The base address, taken apart. */
export interface BaseUrl {
  /** Scheme, host and port. */
  readonly origin: string;
  /** What stands before the paths of the operations, without a final slash: `` or `/api`. */
  readonly prefix: string;
}

/** Reads the base address of the API. What it holds is only repeated in a message when it cannot be a credential. */
export function parseBaseUrl(text: string): BaseUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw wrong('the address of the API is not a URL');
  if (url.username !== '' || url.password !== '') {
    throw wrong('the address of the API holds a credential', 'give the credential as EDGEWRIGHT_API_TOKEN');
  }
  if (url.search !== '' || url.hash !== '') {
    throw wrong('the address of the API has a query or a fragment', 'leave out what follows `?` or `#`');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw wrong(`the address of the API begins with \`${url.protocol}\`, not with \`https:\``);
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw wrong(
      `\`${url.origin}\` would be spoken to without encryption`,
      'use https; http is for this machine only (localhost, 127.0.0.1, [::1])',
    );
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function wrong(
  message: string,
  help = 'EDGEWRIGHT_API_URL, or the `url` of the profile, looks like `https://api.example.com`',
): UserError {
  return new UserError(exitCodes.usage, message, { help });
}
