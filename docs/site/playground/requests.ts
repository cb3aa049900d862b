/* One request, and what it gets: the trace of it, and the requests that a plan names. */
import { tracedRequest } from '../../../src/commands/trace/traced-request.ts';
import { requestGiven } from '../../../src/commands/trace/trace-facts.ts';
import { kindNames } from '../../../src/kinds/index.ts';
import { UserError } from '../../../src/model/errors.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { readLive } from '../../../src/remote/api/read-live.ts';
import { traceText } from '../../../src/report/trace/trace-text.ts';
import { edgesOf } from '../../../src/routing/edges.ts';
import { desiredServers, liveServers } from '../../../src/routing/traffic-server.ts';
import { openSide } from '../../../src/routing/traffic/side-index.ts';
import { namesOfIds } from '../../../src/run/tests/run-all-tests.ts';
import type { Environment } from '../../../src/model/workspace/environment.ts';
import { groupBy } from '../../../src/text/lists/group-by.ts';
import { withoutUndefined } from '../../../src/text/without-undefined.ts';
import type { Account, Checked } from './engine.ts';
import type { Report, TypedRequest } from './protocol.ts';

/** The way of a request in the files and in what is live, as a terminal shows it; or why there is none. */
export async function traceTextOf(
  { workspace, desiredOf }: Checked,
  environment: Environment,
  { account, request, columns }: { account: Account; request: TypedRequest; columns: number },
): Promise<string> {
  const { api, ledger } = account;
  const live = await readLive({ api, ledger, adoptions: environment.adopt, kinds: kindNames });
  const edges = edgesOf(environment.ids.values(), live.listed);
  const ownActions = workspace.settings.trafficPolicy.actions;
  const compiled = desiredOf(environment.name);
  try {
    const { url, headers, facts, ...options } = request;
    const given = requestGiven(url.trim(), {
      ...withoutUndefined(options),
      header: linesOf(headers),
      fact: linesOf(facts),
    });
    const sides = {
      desired: openSide({ servers: desiredServers(compiled), edges, ownActions }),
      live: openSide({ servers: liveServers(live), edges, ownActions }),
    };
    const trace = tracedRequest({ environment, compiled, ...sides }, given);
    return traceText(trace, { color: true, columns });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [error.message, error.help].filter((text) => text !== undefined).join('\n');
  }
}

function linesOf(text = ''): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** The requests that refused changes let in, from the facts of the plan. */
export function witnessesOf(
  plan: Plan,
  { desiredOf }: Checked,
  environment: Environment,
): Report['witnesses'] {
  const nameOf = namesOfIds(environment.ids);
  const refused = new Set(plan.refusals.flatMap(({ addresses }) => addresses));
  const all = plan.steps.flatMap(({ address, exposure, outcomes }) => {
    const spec = desiredOf(environment.name).find((resource) => resource.address === address)?.spec;
    if (!refused.has(address) || spec === undefined) return [];
    const changes = outcomes?.is === 'changed' ? outcomes.changes.filter(({ code }) => code === 'opens') : [];
    const told = [...changes, ...(exposure?.reasons ?? [])];
    return told.flatMap((fact) => {
      const text = 'request' in fact ? fact.request : undefined;
      const request = text === undefined ? undefined : requestOfText(text, baseOf(spec, nameOf));
      const conditions = 'conditions' in fact ? fact.conditions : [];
      const when = conditions.length === 0 ? '' : `, if ${conditions.join(', and ')}`;
      return request === undefined
        ? []
        : [{ label: text ?? '', told: `is let in by ${address}${when}`, request }];
    });
  });
  // Of one request in several conditions, the first is the shortest way to see it.
  return [...groupBy(all, ({ request }) => JSON.stringify(request)).values()].flatMap(
    ([first]) => first ?? [],
  );
}

/** The URLs that the tests and the resources of an environment name. */
export function urlsOf({ workspace, desiredOf }: Checked, environment: Environment): readonly string[] {
  const nameOf = namesOfIds(environment.ids);
  const tested = workspace.requestTests?.().files.flatMap((file) => file.tests) ?? [];
  const served = desiredOf(environment.name).flatMap(({ spec }) => {
    const path = typeof spec['match'] === 'string' ? spec['match'] : '';
    const base = baseOf(spec, nameOf);
    return base === undefined ? [] : [`${base}${path.startsWith('/') ? path : ''}`];
  });
  return [...new Set([...tested.map(({ facts }) => facts.url), ...served])];
}

/** What is before the path: the URL of an endpoint, the host of a route, else the name of its edge. */
function baseOf(
  { url, match, edge_id: edge }: Readonly<Record<string, unknown>>,
  nameOf: (id: string) => string,
): string | undefined {
  if (typeof url === 'string') return url.replace('*.', 'any.');
  if (typeof match !== 'string' || typeof edge !== 'string') return undefined;
  const [host = ''] = match.split('/');
  return host === '' ? nameOf(edge) : `https://${host.replace('*.', 'any.')}`;
}

/** Reads `POST /admin?x=1 from 203.0.113.7 in DE with x-user: ann`, which plans show. */
export function requestOfText(text: string, base: string | undefined): TypedRequest | undefined {
  const [, method, target = '', ip, country, headers] =
    /^([A-Z]+) (\/\S*)(?: from (\S+))?(?: in (\S+))?(?: with (.+))?$/.exec(text) ?? [];
  if (method === undefined || base === undefined) return undefined;
  const lines = headers?.replaceAll(/, (?=[\w-]+: )/g, '\n').replaceAll(/: ''$/gm, ':');
  return { method, url: `${base}${target}`, ...withoutUndefined({ ip, country, headers: lines }) };
}
