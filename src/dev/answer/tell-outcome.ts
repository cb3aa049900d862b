/** An outcome in a header, for a client that chooses facts: `test --send` compares what no client can see. */
import type { ServerResponse } from 'node:http';
import { devHeaders, type DevOutcome } from '../../model/dev-contract.ts';
import type { SimulatedOutcome } from '../../model/traffic/simulation.ts';
import { asciiJson } from '../../text/json/ascii-json.ts';
import { isUnknownValue } from '../../model/traffic/unknown.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { silentUpstream } from './plain-answer.ts';
import type { ServedRequest } from './served-request.ts';

/** Node's clients read headers up to 16 KiB, all of them together. */
const mostLength = 8 * 1024;

/** `body`: how that of the response compares with that of the outcome. */
export function tellOutcome(
  { site, mayChoose, isUpstreamGiven }: ServedRequest,
  response: ServerResponse,
  { outcome, body }: { readonly outcome: SimulatedOutcome; readonly body: DevOutcome['body'] },
): void {
  if (!mayChoose) return;
  const silent = isUpstreamGiven ? undefined : silentUpstream(site, outcome);
  if (silent !== undefined) {
    write(response, undecided(`${silent.name} at ${silent.url.origin} does not answer; is it running?`));
    return;
  }
  const { servedBy, backend, forwardedTo, refusedBy, login, status, request, isHostUnserved } = outcome;
  const shown = (value: unknown): string | null =>
    typeof value === 'string' && site.clean(value) === value ? value : null;
  const devOutcome: DevOutcome = {
    forwarded_to: forwardedTo,
    body,
    ...withoutUndefined({
      served_by: servedBy,
      backend,
      refused_by: refusedBy,
      login,
      status: isUnknownValue(status) ? undefined : status,
      is_unserved: isHostUnserved,
      request_headers:
        request && Object.fromEntries([...request.headers].map(([name, all]) => [name, all.map(shown)])),
    }),
  };
  write(response, devOutcome);
}

/** `why`: a sentence that says what is missing. */
export function tellUndecided({ mayChoose }: ServedRequest, response: ServerResponse, why: string): void {
  if (mayChoose) write(response, undecided(why));
}

function undecided(why: string): DevOutcome {
  return { forwarded_to: [], body: 'empty', undecided: why };
}

function write(response: ServerResponse, devOutcome: DevOutcome): void {
  const { request_headers: _, ...short } = devOutcome;
  const text = asciiJson(devOutcome);
  response.setHeader(devHeaders.outcome, text.length > mostLength ? asciiJson(short) : text);
}
