import { usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { CompiledResource } from '../../model/desired.ts';
import type { JsonObject } from '../../model/value.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import type { RequestTest } from '../../model/traffic/request-test.ts';
import { inertLine } from '../../report/text/inert.ts';
import { yamlText } from '../../report/text/yaml.ts';
import { addressMeant } from '../../run/cli/unused-words.ts';
import { sideOf } from '../../run/tests/run-all-tests.ts';
import { suggestTests } from '../../run/tests/suggest/suggest-tests.ts';
import { runRequestTests } from '../../simulate/run-tests.ts';
import { writeResult } from '../../run/cli/files/write-result.ts';
import type { Environment } from '../../model/workspace/environment.ts';
import type { SuggestedTest } from '../../run/tests/suggest/suggested-test.ts';

interface SuggestionInput {
  readonly workspace: Workspace;
  readonly address: string;
  readonly requests: readonly RequestTest[];
  readonly sides: readonly {
    readonly environment: Environment;
    readonly desired: readonly CompiledResource[];
  }[];
}

/** Prints a test for each way of a resource that no test takes. */
export function printSuggestions(io: Io, { workspace, address, requests, sides }: SuggestionInput): void {
  const all: readonly string[] = sides.flatMap(({ desired }) => desired.map((resource) => resource.address));
  if (!all.includes(address))
    throw usageError(`no resource has the address \`${address}\``, addressMeant(address, all));
  const isSeveral = workspace.environments.size > 1;
  const tests = new Map<string, { readonly test: SuggestedTest; readonly environments: string[] }>();
  const notes = new Set<string>();
  for (const { environment, desired } of sides) {
    const side = sideOf(environment, desired, workspace);
    const server = side.servers.find((candidate) => candidate.address === address);
    if (server === undefined) continue;
    const found = suggestTests(server, side, runRequestTests(requests, side));
    for (const test of found.tests) {
      const key = JSON.stringify(test);
      const known = tests.get(key)?.environments ?? [];
      tests.set(key, { test, environments: [...known, environment.name] });
    }
    for (const reason of found.dropped) notes.add(`# no test was found for a way: ${inertLine(reason)}\n`);
    if (found.isCut)
      notes.add('# not all: the ways cannot be listed; a test for each rule that one was found for\n');
  }
  if (tests.size + notes.size === 0) {
    io.stderr(`note: the tests take all ways of ${inertLine(address)}\n`);
    return;
  }
  const names = new Map<string, number>();
  const list = [...tests.values()].map(({ test: { name, ...rest }, environments }): JsonObject => {
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    return {
      name: count === 1 ? name : `${name} (${count})`,
      ...(isSeveral ? { environments } : {}),
      ...rest,
    };
  });
  const document = list.length === 0 ? '' : yamlText({ tests: list });
  writeResult(io, document + [...notes].join(''), undefined);
}
