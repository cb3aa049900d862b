import { problem } from '../../model/problem.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Place } from '../../model/document.ts';
import { edgesOf } from '../../routing/edges.ts';
import { desiredServers } from '../../routing/traffic-server.ts';
import { parseRequest } from '../../routing/traffic/request.ts';
import { nearUrl } from '../../routing/traffic/near-url.ts';
import { openSide, type SideIndex } from '../../routing/traffic/side-index.ts';
import type { CompiledResource } from '../../model/desired.ts';
import { outsideUse } from '../../derive/secrets/secret-use.ts';
import { servesHost } from '../../routing/served-host.ts';
import { meantName, thereAre } from '../../text/words/existing-names.ts';
import { suggestionOr, suggestions } from '../../text/suggest.ts';
import { secretsOfTest, type RequestTest } from '../../model/traffic/request-test.ts';
import type { TraceRequest } from '../../model/traffic/trace.ts';
import type { LintInput } from './lint-run.ts';
import { quoted } from '../../text/quoted.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** A resource with an error serves nothing: that no resource serves a tested URL or host follows from it. */
export function withoutUnserved(found: readonly Diagnostic[]): readonly Diagnostic[] {
  return found.some(({ severity, rule }) => severity === 'error' && !unserved.has(rule))
    ? found.filter(({ rule }) => !unserved.has(rule))
    : found;
}

const unserved: ReadonlySet<string> = new Set(['test-unserved', 'test-foreign-host']);

/** The mistakes in the tests of a workspace. */
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
    const others = names.length === 0 ? undefined : thereAre(names, 'edgewright.yaml');
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

/** Secrets in headers that edgewright.yaml does not declare. */
function undeclaredSecrets({ settings }: LintInput['workspace'], test: RequestTest): readonly Diagnostic[] {
  return secretsOfTest(test)
    .filter((name) => !settings.secrets.has(name))
    .map((name) =>
      problem('secret-reference-undefined', test.requestPlace, `the secret ${quoted(name)} is not declared`, {
        help: suggestionOr(
          name,
          [...settings.secrets.keys()],
          `add \`${name}\` to \`secrets:\` in edgewright.yaml`,
        ),
      }),
    );
}

/** Secrets in headers that are kept for other resources than those that get the request. */
function secretsOfOthers(
  { settings }: LintInput['workspace'],
  test: RequestTest,
  {
    environment,
    receivers,
  }: { readonly environment: string; readonly receivers: readonly CompiledResource[] },
): readonly Diagnostic[] {
  return secretsOfTest(test).flatMap((name) => {
    const use = settings.secretUses.get(name);
    if (use === undefined) return [];
    const wrong = receivers.map((resource) => outsideUse(use, resource, environment)).find(Boolean);
    if (wrong === undefined) return [];
    return [
      problem('secret-not-allowed', test.requestPlace, `the secret ${quoted(name)} is not for ${wrong}`, {
        help: 'use a secret of its own; the owners of edgewright.yaml can allow this one under `secrets:`',
        related: [{ place: use.place, label: 'where it may be used' }],
      }),
    ];
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
  const near = meantName(name, names);
  const help = near === undefined ? thereAre(names, 'environments/') : `write \`${near}\``;
  return [
    problem('override-unknown-environment', place, `there is no environment ${quoted(name)}`, { help }),
  ];
}

/** `shop.example.com/cart`: with `https://` before it, it is a URL. */
function isWithoutScheme(text: string): boolean {
  return (
    /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$)/.test(text) && !('problem' in parseRequest(`https://${text}`))
  );
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
    for (const one of environments ?? []) found.push(...unknownEnvironment(workspace, one));
    found.push(...undeclaredSecrets(workspace, test));
    const parsed = parseRequest(facts.url, facts);
    if ('problem' in parsed) {
      const [, method, url] = /^([A-Z]+) +(\S+)$/.exec(facts.url) ?? [];
      const help =
        url !== undefined
          ? `write \`request: { method: ${method}, url: ${url} }\``
          : isWithoutScheme(facts.url)
            ? `write \`https://${facts.url}\``
            : parsed.problem;
      found.push(problem('invalid-format', requestPlace, `${quoted(facts.url)} is not a URL`, { help }));
      continue;
    }
    if (secretsOfTest(test).length > 0 && /^(?:http|tcp):/i.test(facts.url))
      found.push(
        problem('test-secret-in-clear', requestPlace, `${quoted(facts.url)} would get a secret without TLS`, {
          help: 'write the URL with `https`, or leave the secret out',
        }),
      );
    const misspelt = unknownNames(workspace, test, parsed.request);
    found.push(...misspelt);
    const isRefused = test.expect.connection === 'refused';
    const meant = environments?.map(({ name }) => name) ?? names;
    for (const environment of secretsOfTest(test).length === 0 ? [] : meant) {
      const takers = sides.get(environment)?.takersOf(parsed.request) ?? [];
      const addresses = new Set(takers.flatMap(({ servers }) => servers.map(({ address }) => address)));
      const receivers = (compiled.get(environment)?.desired ?? []).filter(({ address }) =>
        addresses.has(address),
      );
      found.push(...secretsOfOthers(workspace, test, { environment, receivers }));
    }
    // An environment that is not checked now may serve it.
    const isServed = meant.some((name) => {
      const side = sides.get(name);
      return side === undefined || side.takersOf(parsed.request).some(({ servers }) => servers.length > 0);
    });
    const isSecret = secretsOfTest(test).length > 0;
    if (isServed || misspelt.some(({ place }) => place === requestPlace)) continue;
    // That nothing serves a host can be expected, of a request that gives nothing away.
    if (isRefused && !isSecret) continue;
    const near = nearUrl(
      facts.url,
      meant.flatMap((name) => sides.get(name) ?? []),
    );
    const help = near === undefined ? {} : { help: `write \`${near}\`` };
    const { target } = parsed.request;
    const isForeign =
      target.type === 'host' &&
      meant.every((name) => {
        const side = sides.get(name);
        return side !== undefined && servesHost(side, target.host) === 'no';
      });
    found.push(
      isForeign
        ? problem(
            'test-foreign-host',
            requestPlace,
            `no resource serves the host of ${quoted(facts.url)}`,
            help,
          )
        : problem('test-unserved', requestPlace, `no resource serves ${quoted(facts.url)}`, help),
    );
  }
  return found;
}
