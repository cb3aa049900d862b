import { exitCodes, UserError } from '../model/errors.ts';
import type { Clock, Env } from '../model/io.ts';
import type { RequestWatch } from '../model/api.ts';
import type { Secret } from '../model/secret.ts';
import { version } from '../version.ts';

/** How the API is reached. Never made from anything in the repository. */
export interface ClientConfig {
  readonly baseUrl: string;
  readonly token: Secret | undefined;
  /** The word before the token in `Authorization`; `Bearer` when left out. */
  readonly scheme?: string;
  /** Sent with every request; a version header, for one. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly proxy?: ProxySettings | undefined;
  /** Told of what is asked, answered and waited for. */
  readonly watch?: RequestWatch | undefined;
  /** Requests in flight at most, a fixed number; when left out 16 reads, growing up to 32, and 8 writes. */
  readonly concurrency?: { readonly reads?: number; readonly writes?: number };
  /** How long an answer may take to begin, and to go on; 30 s when left out. */
  readonly timeoutMs?: number;
  readonly limits?: Partial<Limits>;
  /** Takes secrets out of what the service says; the token at least when left out. */
  readonly clean?: (text: string) => string;
  readonly clock: Clock;
  /** For the spread of waiting times; the system's when left out. */
  readonly random?: Env['random'];
}

/** Proxies by the scheme of the API's address, and the hosts that are asked without one (`NO_PROXY`). */
export interface ProxySettings {
  readonly http: string | undefined;
  readonly https: string | undefined;
  readonly none: string | undefined;
}

/** What an answer may cost us at most, no matter who sends it. */
export interface Limits {
  /** Of one answer. */
  readonly bytes: number;
  /** Of one list. */
  readonly pages: number;
  /** Of one list. */
  readonly items: number;
}

export const defaultLimits: Limits = { bytes: 32 * 1024 * 1024, pages: 2_000, items: 200_000 };

/** Headers that say how a message is framed, or what its body is: ours alone. */
const reserved = new Set([
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The headers of every request, names in lower case. Values may be secret: no message repeats one. */
export function commonHeaders({
  token,
  scheme = 'Bearer',
  headers = {},
}: ClientConfig): Record<string, string> {
  const all: Record<string, string> = { accept: 'application/json', 'user-agent': `edgewright/${version}` };
  for (const [name, value] of Object.entries(headers)) {
    if (!headerName.test(name) || reserved.has(name.toLowerCase())) {
      throw new UserError(exitCodes.usage, `the extra header \`${name.slice(0, 60)}\` cannot be set`, {
        help: 'an extra header has a plain name and says nothing of the connection or the body',
      });
    }
    if (!headerValue.test(value)) {
      throw new UserError(
        exitCodes.usage,
        `the value of the extra header \`${name}\` has characters that no header can carry`,
      );
    }
    all[name.toLowerCase()] = value;
  }
  if (token !== undefined) {
    const credential = `${scheme} ${token.reveal()}`.trim();
    if (!headerValue.test(credential)) {
      throw new UserError(exitCodes.credential, 'the API token has characters that no header can carry', {
        help: 'is there a line break in it, or the text of another file?',
      });
    }
    all['authorization'] = credential;
  }
  return all;
}
