import { headersOfClient } from '../http/client-headers.ts';
import type { Dispatcher } from '../http/exchange.ts';
import { UserError, usageError } from '../../model/errors.ts';
import type { Clock, Env } from '../../model/io.ts';
import type { RequestWatch } from '../../model/api.ts';
import type { Secret } from '../../model/secret.ts';

import { version } from '../../version.ts';
import type { ProxySettings } from '../http/proxy-settings.ts';
import { clip } from '../../text/words/clip.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/** Access to the API. Never read from the repository. */
export interface ClientConfig {
  readonly baseUrl: string;
  readonly token: Secret | undefined;
  /** The variable or file that the token comes from, for messages. */
  readonly tokenFrom?: string | undefined;
  /** The scheme before the token in `Authorization`; `Bearer` by default. */
  readonly scheme?: string;
  /** Sent with every request, for example a version header. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly proxy?: ProxySettings | undefined;
  /** Notified of requests, responses and waits. */
  readonly watch?: RequestWatch | undefined;
  /** Maximum of concurrent requests, and their number at first; by default 16 reads and 8 writes, growing up to 32. */
  readonly concurrency?: { readonly reads?: number; readonly writes?: number };
  /** The timeout for the start of a response, and for each pause in it; 30 s by default. */
  readonly timeoutMs?: number;
  readonly limits?: Partial<Limits>;
  /** Removes secrets from messages of the service; by default at least the token. */
  readonly clean?: (text: string) => string;
  readonly clock: Clock;
  /** For jitter of waits; the system's by default. */
  readonly random?: Env['random'];
  /** The network in place of sockets, for a simulation. */
  readonly dispatcher?: Dispatcher;
}

/** Limits on responses, regardless of their sender. */
export interface Limits {
  /** For one response. */
  readonly bytes: number;
  /** For one list, the objects that a process can hold: a service that invents new ones would fill the memory. */
  readonly items: number;
  /** The pages that any list may have; a longer one has at least ten new objects on an average page. */
  readonly pages: number;
  /** For all pages of one list together: few objects can be large, and a list can repeat them. */
  readonly listBytes: number;
  /** For `next_page_uri`: all of them are kept, to notice a circle. */
  readonly uriLength: number;
}

export const defaultLimits: Limits = {
  bytes: 32 * 1024 * 1024,
  items: 1_000_000,
  pages: 10_000,
  listBytes: 1024 * 1024 * 1024,
  uriLength: 8 * 1024,
};

/** Headers that only the client sets, with the one of its bodies. */
const reserved = new Set([...headersOfClient, 'content-type']);

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The headers of every request, names in lower case. Values may be secret: messages never repeat them. */
export function commonHeaders({
  token,
  scheme = 'Bearer',
  headers = {},
}: ClientConfig): Record<string, string> {
  const all: Record<string, string> = { accept: 'application/json', 'user-agent': `edgewright/${version}` };
  for (const [name, value] of Object.entries(headers)) {
    if (!headerName.test(name) || reserved.has(name.toLowerCase())) {
      throw usageError(
        `the extra header \`${clip(name, 60)}\` cannot be set`,
        'an extra header has a plain name and says nothing of the connection or the body',
      );
    }
    if (!headerValue.test(value)) {
      throw usageError(`the value of the extra header \`${name}\` has characters that no header can carry`);
    }
    all[name.toLowerCase()] = value;
  }
  if (token !== undefined) {
    const credential = `${scheme} ${token.reveal()}`.trim();
    if (!headerValue.test(credential)) {
      throw new UserError(exitCodes.credential, 'the API token has characters that no header can carry', {
        help: 'write the token alone, on one line, without quotes',
      });
    }
    if (scheme !== '' && /\s/.test(token.reveal().trim())) {
      throw new UserError(exitCodes.credential, 'the API token contains a space', {
        help: `write the token alone, without \`${scheme}\` or other words`,
      });
    }
    all['authorization'] = credential;
  }
  return all;
}
