/**
 * Sends a single request to see what a client gets: no redirect is followed, and nothing is sent twice. Each request
 * has a connection of its own, so that one does not see what another one left behind.
 */
import { rootCertificates } from 'node:tls';
import { buildConnector, Client } from 'undici';
import { elapsed } from '../../text/waits/elapsed.ts';
import { unlessLate } from '../../text/waits/unless-aborted.ts';
import type { Clock } from '../../model/io.ts';
import { dispatcherTo } from './dispatcher-to.ts';
import { exchange, type Dispatcher, type HttpRequest, type HttpResult } from './exchange.ts';
import type { ProxySettings } from './proxy-settings.ts';

/** The address to connect to for a host, in place of that of the name service. */
export interface ResolvedAddress {
  readonly address: string;
  /** Undefined: that of the URL. */
  readonly port: number | undefined;
}

export interface ProbeOptions {
  readonly clock: Clock;
  /** For the whole of a request, in milliseconds. */
  readonly timeoutMs: number;
  readonly proxy: ProxySettings | undefined;
  /** The address of a host. A host with one is called directly, without a proxy. */
  readonly resolve: (host: string) => ResolvedAddress | undefined;
  /** Certificates of authorities (PEM) that are trusted beside the usual ones. */
  readonly authorities: string | undefined;
}

/** More than a page has; the body is compared as a whole. */
const maxBytes = 4 * 1024 * 1024;

/** The code of a response that did not come in time. */
export const lateCode = 'UND_ERR_HEADERS_TIMEOUT';

/** The first response to a request, and how long it took. Never throws, and ends after the timeout. */
export async function probe(
  url: URL,
  { method, headers, body }: Pick<HttpRequest, 'method' | 'headers' | 'body'>,
  options: ProbeOptions,
): Promise<{ readonly result: HttpResult; readonly ms: number }> {
  const { clock, timeoutMs } = options;
  const start = elapsed(clock);
  const dispatcher = dispatcherFor(url, options);
  const path = `${url.pathname}${url.search}`;
  try {
    const sent = exchange(
      dispatcher,
      { method, path, headers, body, isAlone: true },
      { clock, timeoutMs, maxBytes },
    );
    const result = await unlessLate(timeoutMs, sent, () => late);
    return { result, ms: elapsed(clock) - start };
  } finally {
    await dispatcher.destroy();
  }
}

function dispatcherFor(
  { origin, hostname }: URL,
  { timeoutMs, proxy, resolve, authorities }: ProbeOptions,
): Dispatcher {
  const trusted = authorities === undefined ? {} : { ca: [...rootCertificates, authorities] };
  const connect = { timeout: timeoutMs, ...trusted };
  const to = resolve(hostname);
  if (to === undefined) return dispatcherTo(origin, proxy, { connect });
  const connector = buildConnector(connect);
  return new Client(origin, {
    connect: (target, callback) => {
      const port = to.port === undefined ? target.port : String(to.port);
      // The name of the URL stays the one that the certificate has to be for.
      connector({ ...target, hostname: to.address, port, servername: hostname }, callback);
    },
  });
}

const late: HttpResult = {
  status: undefined,
  wasSent: 'maybe',
  code: lateCode,
  proxy: undefined,
  cause: undefined,
};
