/** Tests that name an HTTPS edge in place of a host, as they are sent: with a host that the edge has. */
import type { Io } from '../../../model/io.ts';
import type { RequestTest } from '../../../model/traffic/request-test.ts';
import type { Environment } from '../../../model/workspace/environment.ts';
import type { EdgeHost } from '../../../routing/edges.ts';
import { parseRequest } from '../../../routing/traffic/request.ts';
import { hostsOfDevFile, hostsOfOptions, readDevFile } from '../../session/workspace/dev-file.ts';
import type { Responder } from './dev-target.ts';
import type { HostQuestions } from './open-hosts.ts';
import type { SendOptions } from './send-options.ts';

/**
 * The hosts of edges that options and the file beside edgewright.yaml name, those of options first. They choose a host
 * of an edge; that a request may be sent to it, they do not say.
 */
export function namedHosts(
  io: Io,
  { root, environment }: { readonly root: string; readonly environment: Environment },
  options: Pick<SendOptions, 'host'>,
): readonly EdgeHost[] {
  const file = readDevFile(io, root, environment.name);
  return [...hostsOfOptions(environment, options), ...hostsOfDevFile(file, environment)];
}

/** The edge that a test names in place of a host, such as `https-edge/shop`. */
export function edgeOf({ facts: { url } }: RequestTest): string | undefined {
  const parsed = parseRequest(url);
  return 'problem' in parsed || parsed.request.target.type !== 'edge'
    ? undefined
    : `https-edge/${parsed.request.target.name}`;
}

/** A host to send the tests of an edge to, or why there is none. */
export type ChosenHost = EdgeHost | { readonly edge: string; readonly skipped: string };

interface HostChoice {
  readonly environment: Environment;
  readonly named: readonly EdgeHost[];
  readonly hosts: HostQuestions;
  readonly answering: (url: string) => Promise<Responder>;
}

/** The first host that is named for it, its name at `dev`, or the only host that the API lists. */
export async function chooseHost(
  edge: string,
  { environment, named, hosts, answering }: HostChoice,
): Promise<ChosenHost> {
  const first = named.find(({ edge: other, host }) => other === edge && !host.includes('*'));
  if (first !== undefined) return first;
  // `dev` serves an edge whose hosts no file knows by a name that it makes of that of the edge.
  const local = `${edge.replace('https-edge/', '')}.https-edge`;
  if ((await answering(`https://${local}/`)) === 'dev') return { edge, host: local };
  const id = environment.ids.get(edge)?.id;
  const listed = id === undefined ? [] : await hosts.ofEdge(id);
  const [only, ...more] = listed ?? [];
  if (only !== undefined && more.length === 0) return { edge, host: only };
  const option = `\`--host <host>=${edge}\` names one`;
  if (only !== undefined)
    return {
      edge,
      skipped: `\`${edge}\` has ${more.length + 1} hosts; \`--host ${only}=${edge}\` chooses one`,
    };
  return {
    edge,
    skipped:
      listed === undefined
        ? `the hosts of \`${edge}\` are not known without the API; ${option}`
        : `the API lists no host of \`${edge}\`; ${option}`,
  };
}

/** The test with a host in place of the edge. */
export function atHost(test: RequestTest, { edge, host }: EdgeHost): RequestTest {
  const url = `https://${host}${test.facts.url.slice(edge.length)}`;
  return { ...test, facts: { ...test.facts, url } };
}
