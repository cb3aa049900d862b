/** Headers between Node's form of them and the engine's. */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { HeaderValues } from '../../model/traffic/simulation.ts';
import { addTo } from '../../text/lists/group-by.ts';
import { isUnknownValue } from '../../model/traffic/unknown.ts';

/** Headers of one connection, which no proxy passes on (RFC 9110 7.6.1). */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** The names that a message declares to be of its connection alone. */
function connectionNames(values: readonly string[] = []): ReadonlySet<string> {
  const named = values.flatMap((value) => value.split(',')).map((name) => name.trim().toLowerCase());
  return new Set([...hopByHop, ...named]);
}

/** The headers of a message that came in, by lower-case name, without those of its connection. */
export function receivedHeaders({
  rawHeaders,
}: Pick<IncomingMessage, 'rawHeaders'>): Record<string, string[]> {
  const all = new Map<string, string[]>();
  for (let at = 0; at < rawHeaders.length; at += 2)
    addTo(all, (rawHeaders[at] ?? '').toLowerCase(), rawHeaders[at + 1] ?? '');
  const ofConnection = connectionNames(all.get('connection'));
  return Object.fromEntries([...all].filter(([name]) => !ofConnection.has(name)));
}

/** The headers of a request as an upstream gets them. */
export function upstreamHeaders(headers: HeaderValues): OutgoingHttpHeaders {
  const sent = new Map<string, string | readonly string[]>();
  const ofConnection = connectionNames(knownValues(headers.get('connection')));
  for (const [name, values] of headers) {
    const known = knownValues(values);
    if (ofConnection.has(name) || known.length === 0) continue;
    sent.set(
      name,
      name === 'cookie' ? known.join('; ') : known.length === 1 ? (known[0] ?? '') : known.join(', '),
    );
  }
  // Trailers reach the client; other encodings of a connection do not.
  if (knownValues(headers.get('te')).some((value) => /\btrailers\b/i.test(value))) sent.set('te', 'trailers');
  return Object.fromEntries(sent) as OutgoingHttpHeaders;
}

/** The headers of a response as a client gets them, and the names of those whose values are not known. */
export function clientHeaders(headers: HeaderValues): {
  readonly known: readonly (readonly [name: string, values: readonly string[]])[];
  readonly unknown: readonly string[];
} {
  const ofConnection = connectionNames(knownValues(headers.get('connection')));
  const passed = [...headers].filter(([name]) => !ofConnection.has(name));
  return {
    known: passed.flatMap(([name, values]) => {
      const known = knownValues(values);
      return known.length === 0 ? [] : [[name, known] as const];
    }),
    unknown: passed.flatMap(([name, values]) => (values.some(isUnknownValue) ? [name] : [])),
  };
}

function knownValues(values: HeaderValues extends ReadonlyMap<string, infer All> ? All | undefined : never) {
  return (values ?? []).filter((value) => typeof value === 'string');
}
