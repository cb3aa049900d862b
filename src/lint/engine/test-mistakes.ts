import { problem, quoted } from '../../model/problem.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { edgesOf } from '../../routing/edges.ts';
import { desiredServers } from '../../routing/traffic/desired-servers.ts';
import { parseRequest } from '../../routing/traffic/request.ts';
import { openSide, type SideIndex } from '../../routing/traffic/side-index.ts';
import { suggestionOr } from '../../text/suggest.ts';
import type { LintInput } from './lint-run.ts';

/** A resource with an error serves nothing: that no resource serves a tested URL follows from it. */
export function withoutUnserved(found: readonly Diagnostic[]): readonly Diagnostic[] {
  return found.some(({ severity }) => severity === 'error')
    ? found.filter(({ rule }) => rule !== 'test-unserved')
    : found;
}

/** The mistakes in tests of what requests get: their shape, names of environments, and URLs that nothing serves. */
export function testMistakes({ workspace, compiled }: LintInput): readonly Diagnostic[] {
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
  for (const { environments, facts, requestPlace } of tests) {
    for (const { name, place } of environments ?? []) {
      if (names.includes(name)) continue;
      const help = suggestionOr(name, names, `there are: ${names.map(quoted).join(', ')}`);
      found.push(
        problem('override-unknown-environment', place, `there is no environment ${quoted(name)}`, { help }),
      );
    }
    const parsed = parseRequest(facts.url, facts);
    if ('problem' in parsed) {
      found.push(
        problem('test-unserved', requestPlace, `${quoted(facts.url)} is not a URL`, { help: parsed.problem }),
      );
      continue;
    }
    const meant = environments?.map(({ name }) => name) ?? names;
    // An environment that is not checked now may serve it.
    const isServed = meant.some((name) => {
      const side = sides.get(name);
      return side === undefined || side.takersOf(parsed.request).some(({ owners }) => owners.length > 0);
    });
    if (!isServed)
      found.push(problem('test-unserved', requestPlace, `no resource serves ${quoted(facts.url)}`));
  }
  return found;
}
