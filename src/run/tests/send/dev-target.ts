/**
 * Tests against `edgewright dev`: `--resolve` leads a host to an address of this machine, and a server there says that
 * it is `dev`. It takes facts that no client of the service can choose, and tells what no client can see.
 */
import { isLoopback } from '../../../text/loopback.ts';
import { devAboutPath, devHeaders, type DevOutcome } from '../../../model/dev-contract.ts';
import { usageError } from '../../../model/errors.ts';
import type { SentResult } from '../../../model/traffic/sent-test.ts';
import type { RequestTest } from '../../../model/traffic/request-test.ts';
import type { SimulatedOutcome } from '../../../model/traffic/simulation.ts';
import { probe, type ProbeOptions } from '../../../remote/http/probe.ts';
import { defaultClientIp } from '../../../simulate/scope.ts';
import { quoted } from '../../../text/quoted.ts';
import { asciiJson } from '../../../text/json/ascii-json.ts';
import { isJsonMap, parsedJson } from '../../../text/json/json-access.ts';
import { isUnknownValue, type Knowable, type Unknown } from '../../../model/traffic/unknown.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';

/** Who answers for a host: `dev` on this machine, or the service. */
export type Responder = SentResult['answering'];

/**
 * Who answers a URL, asked once for each address. Throws `UserError` 64 if `dev` serves another environment, of which
 * the results would say nothing.
 */
export function openTargets(
  settings: ProbeOptions,
  environment: string,
): (url: string) => Promise<Responder> {
  const known = new Map<string, Promise<string | undefined>>();
  return async (text) => {
    const to = localAddress(settings, text);
    if (to === undefined) return 'service';
    const place = localAddressText(to);
    const asked = known.get(place) ?? servedAt(settings, to);
    known.set(place, asked);
    const served = await asked;
    if (served === undefined) return 'service';
    if (served === environment) return 'dev';
    throw usageError(
      `\`edgewright dev\` at ${place} serves ${quoted(served)}, and the tests are those of ${quoted(environment)}`,
      `add \`--env ${served}\`, or start \`edgewright dev --env ${environment}\``,
    );
  };
}

interface LocalAddress {
  readonly address: string;
  readonly port: number;
}

/** The address of this machine to which `--resolve` leads a URL; undefined for any other. */
export function localAddress({ resolve }: ProbeOptions, text: string): LocalAddress | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const to = url === undefined ? undefined : resolve(url.hostname);
  if (url === undefined || to === undefined || !isLoopback(bracketed(to.address))) return undefined;
  return { address: to.address, port: to.port ?? Number(url.port || (url.protocol === 'http:' ? 80 : 443)) };
}

export function localAddressText({ address, port }: LocalAddress): string {
  return `${bracketed(address)}:${port}`;
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

/** The environment that `dev` serves at an address; undefined if something else listens there, or nothing. */
async function servedAt(settings: ProbeOptions, to: LocalAddress): Promise<string | undefined> {
  const about = new URL(`http://localhost:${to.port}${devAboutPath}`);
  const request = { method: 'GET', headers: { accept: ['application/json'] }, body: undefined };
  const { result } = await probe(about, request, { ...settings, resolve: () => to });
  const told = result.status === 200 ? parsedJson(result.text ?? '') : undefined;
  const name = isJsonMap(told) ? told['environment'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** All facts of a test as a header. What a test leaves out is as `edgewright test` takes it to be. */
export function devFacts({ facts: { from, given } }: RequestTest): Readonly<Record<string, string[]>> {
  const { isHere = false, ...client } = from;
  const { edge: _edge, ...facts } = given;
  const all = {
    from: isHere ? client : { ip: defaultClientIp, ...client },
    given: { rate_limit: 'within', circuit_breaker: 'closed', ...facts },
  };
  return { [devHeaders.given]: [asciiJson(all)] };
}

/** The outcome in a response of `dev`; undefined if it tells none. */
export function toldOutcome(headers: ReadonlyMap<string, readonly string[]>): DevOutcome | undefined {
  const told = parsedJson(headers.get(devHeaders.outcome)?.[0] ?? '');
  return isJsonMap(told) ? (told as unknown as DevOutcome) : undefined;
}

/** An outcome that was seen, with what `dev` tells of it. */
export function withTold(seen: SimulatedOutcome, told: DevOutcome): SimulatedOutcome {
  const headers = new Map<string, readonly Knowable<string>[]>(seen.response?.headers);
  for (const name of headers.get(devHeaders.notKnown)?.flatMap(namesIn) ?? [])
    headers.set(name, [hidden(`the value of the header ${name}`)]);
  const body = { sent: seen.response?.body ?? '', empty: '', unknown: unknown('the body') }[told.body];
  return {
    ...seen,
    forwardedTo: told.forwarded_to,
    status: told.status ?? unknown('the status'),
    response: { headers, body },
    ...withoutUndefined({
      servedBy: told.served_by,
      backend: told.backend,
      refusedBy: told.refused_by,
      login: told.login,
      isHostUnserved: told.is_unserved,
      request: told.request_headers && {
        url: '',
        body: '',
        headers: new Map(
          Object.entries(told.request_headers).map(([name, values]) => [
            name,
            values.map((value) => value ?? hidden(`the value of the request header ${name}`)),
          ]),
        ),
      },
    }),
  };
}

function namesIn(value: Knowable<string>): readonly string[] {
  return isUnknownValue(value) ? [] : value.split(', ');
}

function unknown(of: string): { readonly unknown: Unknown } {
  return { unknown: { why: 'undocumented', of } };
}

/** A value that `dev` does not know, or does not show, as it is secret. */
function hidden(of: string): { readonly unknown: Unknown } {
  return { unknown: { why: 'not-computed', of } };
}
