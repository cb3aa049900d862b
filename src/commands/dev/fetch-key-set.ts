import type { Io } from '../../model/io.ts';
import { dispatcherTo } from '../../remote/http/dispatcher-to.ts';
import { exchange } from '../../remote/http/exchange.ts';
import { failureWords } from '../../remote/http/failure-words.ts';
import { inertLine } from '../../report/text/inert.ts';
import { proxyOf } from '../../run/session/api/proxy.ts';
import { parsedJson } from '../../text/json/json-access.ts';
import { isLoopback } from '../../text/loopback.ts';

const timeoutMs = 5000;
const maxBytes = 256 * 1024;

/** The key set at a URL; undefined, with a note, if it cannot be read. Redirects are not followed. */
export async function fetchKeySet(io: Io, url: string): Promise<unknown> {
  const document = await documentAt(io, url);
  if (!('problem' in document)) return document.read;
  const [where, why] = [url, document.problem].map(inertLine);
  io.stderr(`note: the key set ${where} was not read: ${why}; --key-set names a file in its place\n`);
  return undefined;
}

async function documentAt(
  io: Io,
  text: string,
): Promise<{ readonly read: unknown } | { readonly problem: string }> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname.toLowerCase()));
  if (url === undefined || !isSafe) return { problem: 'it is not an https URL' };
  const dispatcher = dispatcherTo(url.origin, proxyOf(io), { connect: { timeout: timeoutMs } });
  try {
    const outgoing = {
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: { accept: 'application/json' },
      body: undefined,
      isAlone: true,
    } as const;
    const result = await exchange(dispatcher, outgoing, { clock: io.clock, timeoutMs, maxBytes });
    if (result.status === undefined) return { problem: failureWords(result) };
    if (result.status !== 200) return { problem: `it returned ${result.status}` };
    const read = parsedJson(result.text ?? '');
    return read === undefined ? { problem: 'it is not JSON' } : { read };
  } finally {
    await dispatcher.destroy();
  }
}
