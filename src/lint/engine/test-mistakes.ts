import { problem } from '../../model/problem.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Place } from '../../model/document.ts';
import { edgesOf } from '../../routing/edges.ts';
import { desiredServers } from '../../routing/traffic-server.ts';
import { parseRequest } from '../../routing/traffic/request.ts';
import { nearUrl } from '../../routing/traffic/near-url.ts';
import { openSide, type SideIndex } from '../../routing/traffic/side-index.ts';
import { suggestionOr, suggestions } from '../../text/suggest.ts';
import type { RequestTest } from '../../model/traffic/request-test.ts';
import type { TraceRequest } from '../../model/traffic/trace.ts';
import type { LintInput } from './lint-run.ts';
import { quoted } from '../../text/quoted.ts';
import { withoutUndefined } from '../../text/json/json-access.ts';

/** A resource with an error serves nothing: that no resource serves a tested URL follows from it. */
export function withoutUnserved(found: readonly Diagnostic[]): readonly Diagnostic[] {
  return found.some(({ severity }) => severity === 'error')
    ? found.filter(({ rule }) => rule !== 'test-unserved')
    : found;
}

export function testMistakes(input: LintInput): readonly Diagnostic[] {
  return [...requestTestMistakes(input), ...policyTestMistakes(input)];
}

/** The mistakes in tests of lint policies: their shape, and names of policies and environments. */
function policyTestMistakes({ workspace }: LintInput): readonly Diagnostic[] {
  const { files, diagnostics } = workspace.policyTests?.() ?? { files: [], diagnostics: [] };
  const { policies, document } = workspace.settings;
  const names = policies.map(({ name }) => name);
  // Settings with a mistake may have more policies.
  const isWhole = !workspace.diagnostics.some(({ place }) => place.source === document.source);
  const found: Diagnostic[] = [...diagnostics];
  for (const { policy, policyPlace, environment, environmentPlace } of files.flatMap(({ tests }) => tests)) {
    if (environment !== undefined)
      found.push(...unknownEnvironment(workspace, { name: environment, place: environmentPlace }));
    if (!isWhole || names.includes(policy)) continue;
    const policyName = policy.replace(/^policy\//, '');
    const others = names.length === 0 ? undefined : `there are: ${names.map(quoted).join(', ')}`;
    const help = names.includes(policyName) ? `write \`${policyName}\`` : suggestionOr(policy, names, others);
    const message = `there is no policy ${quoted(policy)}`;
    found.push(problem('ref-dangling', policyPlace, message, withoutUndefined({ help })));
  }
  return found;
}

/** Misspelt names of `ids` in a test. Any other unknown name may be an id. */
function unknownNames(
  { environments }: LintInput['workspace'],
  { facts: { given }, expect, requestPlace, givenPlaces, expectPlaces }: RequestTest,
  { target }: TraceRequest,
): readonly Diagnostic[] {
  const all = [...environments.values()];
  if (all.some(({ unread }) => unread.isPart || unread.names.size > 0)) return [];
  const names = new Set(all.flatMap(({ ids }) => [...ids.keys()]));
  const ids = new Set(all.flatMap((environment) => [...environment.ids.values()].map(({ id }) => id)));
  const named: readonly (readonly [title: string, name: string | undefined, place: Place | undefined])[] = [
    ['edge', target.type === 'edge' ? `https-edge/${target.name}` : undefined, requestPlace],
    ['edge', given.edge, givenPlaces['edge']],
    ...Object.keys(given.ip_policies ?? {}).map(
      (name) => ['IP policy', ofKind('ip-policy', name), givenPlaces['ip_policies']] as const,
    ),
    ['backend', expect.backend, expectPlaces['backend']],
  ];
  return named.flatMap(([title, name, place]) => {
    if (name === undefined || place === undefined) return [];
    if (names.has(name) || ids.has(name.slice(name.indexOf('/') + 1))) return [];
    const [near] = suggestions(name, [...names]);
    if (near === undefined) return [];
    const help = `write \`${near}\``;
    return [problem('ref-dangling', place, `there is no ${title} ${quoted(name)}`, { help })];
  });
}

/** A test may leave out the kind. */
function ofKind(kind: string, name: string): string {
  return name.includes('/') ? name : `${kind}/${name}`;
}

function unknownEnvironment(
  { environments }: LintInput['workspace'],
  { name, place }: { readonly name: string; readonly place: Place },
): readonly Diagnostic[] {
  if (environments.has(name)) return [];
  const names = [...environments.keys()];
  const help = suggestionOr(name, names, `there are: ${names.map(quoted).join(', ')}`);
  return [
    problem('override-unknown-environment', place, `there is no environment ${quoted(name)}`, { help }),
  ];
}

/** The mistakes in tests of what requests get: their shape, names of environments, and URLs that nothing serves. */
function requestTestMistakes({ workspace, compiled }: LintInput): readonly Diagnostic[] {
  const { files, diagnostics } = workspace.requestTests?.() ?? { files: [], diagnostics: [] };
  const tests = files.flatMap((file) => file.tests);
  if (tests.length === 0) return diagnostics;
  const names = [...workspace.environments.keys()];
  const sides = new Map<string, SideIndex>();
  for (const [name, { desired }] of compiled) {
    const ids = workspace.environments.get(name)?.ids.values() ?? [];
    sides.set(name, openSide({ servers: desiredServers(desired), edges: edgesOf(ids, []) }));
  }
  const found: Diagnostic[] = [...diagnostics];
  for (const test of tests) {
    const { environments, facts, requestPlace } = test;
    for (const environment of environments ?? []) found.push(...unknownEnvironment(workspace, environment));
    const parsed = parseRequest(facts.url, facts);
    if ('problem' in parsed) {
      const [, method, url] = /^([A-Z]+) +(\S+)$/.exec(facts.url) ?? [];
      const help =
        url === undefined ? parsed.problem : `write \`request: { method: ${method}, url: ${url} }\``;
      found.push(problem('invalid-format', requestPlace, `${quoted(facts.url)} is not a URL`, { help }));
      continue;
    }
    const misspelt = unknownNames(workspace, test, parsed.request);
    found.push(...misspelt);
    const isRefused = test.expect.connection === 'refused';
    const meant = environments?.map(({ name }) => name) ?? names;
    // An environment that is not checked now may serve it.
    const isServed = meant.some((name) => {
      const side = sides.get(name);
      return side === undefined || side.takersOf(parsed.request).some(({ servers }) => servers.length > 0);
    });
    if (isServed || isRefused || misspelt.some(({ place }) => place === requestPlace)) continue;
    const near = nearUrl(
      facts.url,
      meant.flatMap((name) => sides.get(name)?.servers ?? []),
    );
    const help = withoutUndefined({ help: near === undefined ? undefined : `write \`${near}\`` });
    found.push(problem('test-unserved', requestPlace, `no resource serves ${quoted(facts.url)}`, help));
  }
  return found;
}
