import type { NoteFact } from '../../../model/facts/note.ts';
import type { RequestTest } from '../../../model/traffic/request-test.ts';
import type { TestFiles } from '../../../model/traffic/test-report.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
import { lineColumn } from '../../../text/line-column.ts';

/** A test of requests that the base has, and head only with another request or expectation, or not at all. */
interface LostTest {
  readonly test: RequestTest;
  readonly loss: 'gone' | 'changed';
}

/** The tests of an environment that head lost. One that has another name or file is still there. */
export function lostTests(head: Workspace, base: Workspace, environment: string): readonly LostTest[] {
  const here = testsOf(head);
  const contents = new Set(here.map(contentOf));
  const names = new Set(here.map(({ name }) => name));
  return testsOf(base)
    .filter(({ environments }) => environments?.some(({ name }) => name === environment) ?? true)
    .filter((test) => !contents.has(contentOf(test)))
    .map((test) => ({ test, loss: names.has(test.name) ? 'changed' : 'gone' }));
}

/** Head with the tests that it lost: a pull request cannot both change a test and pass it. */
export function withLostTests(head: Workspace, lost: readonly LostTest[]): Workspace {
  if (lost.length === 0) return head;
  return {
    ...head,
    requestTests: (): TestFiles<RequestTest> => {
      const { files = [], diagnostics = [] } = head.requestTests?.() ?? {};
      const added = lost.map(({ test }) => ({ source: test.place.source, tests: [test] }));
      return { files: [...files, ...added], diagnostics };
    },
  };
}

export function lostTestFact({ test: { name, place }, loss }: LostTest, ref: string): NoteFact {
  const { line, column } = lineColumn(place.source, place.start);
  const at = `${place.source.path}:${line}:${column}`;
  return { code: loss === 'gone' ? 'test-gone' : 'test-changed', name, place: at, ref };
}

function testsOf({ requestTests }: Workspace): readonly RequestTest[] {
  return requestTests?.().files.flatMap(({ tests }) => tests) ?? [];
}

/** All but its name and its place. */
function contentOf({ environments, facts, expect }: RequestTest): string {
  const names = environments?.map(({ name }) => name).sort();
  return JSON.stringify([names, facts, expect], (_key, value: unknown) =>
    value instanceof Map ? [...(value as ReadonlyMap<string, unknown>)] : value,
  );
}
