/** The engine against requests whose verdicts were derived from the documents of the service alone. */
import { afterAll, describe, expect, test } from 'vitest';
import { rules } from '../../src/lint/rules.ts';
import { contradictionText } from '../../src/report/tests/unknown-words.ts';
import { lintFiles, workspaceOf } from '../lint/workspace-of.ts';
import { share } from '../runs.ts';
import { caseWorkspace } from './case-files.ts';
import { filesFor, requestsOf, type DocumentedRequest } from './request-files.ts';
import { resultsIn } from './tests-of.ts';

const requests = requestsOf('requests');
const notGreen = requestsOf('not-green');
const differing: string[] = [];
/** By the name of their file. */
const counted = new Map<string, { all: number; wrong: number }>();

describe.each([
  ['requests', requests],
  ['not green', notGreen],
] as const)('%s', (_folder, all) => {
  test.each(share(all))('%s', (name, request) => {
    const difference = differenceOf(request);
    count(name, difference);
    expect(difference).toBeUndefined();
  });
});

test('there are enough of them', () => {
  expect(requests.length).toBeGreaterThanOrEqual(300);
  expect(notGreen.length).toBeGreaterThanOrEqual(120);
});

afterAll(() => {
  if (process.env['MODE'] === 'share') return;
  const rows = [...counted].map(([file, { all, wrong }]) =>
    `${file.padEnd(16)}${all}`.padEnd(24).concat(String(wrong)),
  );
  const total = [...counted.values()].reduce((sum, { wrong }) => sum + wrong, 0);
  const table = ['of              requests wrong', ...rows, `${total} wrong`, ...differing];
  process.stdout.write(`${table.join('\n')}\n`);
});

function count(name: string, difference: string | undefined): void {
  const file = name.replace(/:.*/s, '');
  const { all, wrong } = counted.get(file) ?? { all: 0, wrong: 0 };
  counted.set(file, { all: all + 1, wrong: wrong + (difference === undefined ? 0 : 1) });
  if (difference !== undefined) differing.push(`${name}\n    ${difference}`);
}

/** How the verdict differs from the documented one; undefined if it does not. */
function differenceOf(request: DocumentedRequest): string | undefined {
  const { outcome, missing = [], message = [] } = request;
  const got = verdictOrCrashOf(request);
  if (outcome === undefined) return got.verdict === 'ok' ? 'ok, and must not be' : undefined;
  if (got.verdict !== outcome)
    return `${got.verdict}, not ${outcome}${got.said === '' ? '' : `: ${got.said}`}`;
  const unnamed = [...missing, ...message].filter((word) => !got.said.includes(word));
  return unnamed.length === 0 ? undefined : `${outcome} without naming ${unnamed.join(', ')}: ${got.said}`;
}

/** A mistake of a test must not end in an internal error. */
function verdictOrCrashOf(request: DocumentedRequest): Verdict {
  try {
    return verdictOf(request);
  } catch (error) {
    return { verdict: 'internal error', said: String(error) };
  }
}

interface Verdict {
  readonly verdict: string;
  readonly said: string;
}

/** The verdict, and what is said of it: the facts that are missing, or the mistakes of the test. */
function verdictOf(request: DocumentedRequest): Verdict {
  const files = filesFor(request);
  const workspace = workspaceOf(files, caseWorkspace);
  const read = workspace.requestTests?.() ?? { files: [], diagnostics: [] };
  if (read.diagnostics.length > 0) {
    return { verdict: 'error', said: read.diagnostics.map((one) => one.message).join('; ') };
  }
  const [one] = resultsIn(workspace, read);
  if (one === undefined) return { verdict: 'not run', said: '' };
  const { verdict, missing, failures, contradictions } = one.result;
  if (contradictions.length > 0)
    return {
      verdict: 'error',
      said: contradictions.map((fact) => contradictionText(fact).message).join('; '),
    };
  if (request.outcome === 'error') {
    const mistakes = lintFiles(files, { rules }, caseWorkspace).diagnostics.filter(
      ({ severity, place }) => severity === 'error' && place.source.path === 'tests/case.yaml',
    );
    if (mistakes.length > 0)
      return { verdict: 'error', said: mistakes.map((mistake) => mistake.message).join('; ') };
  }
  if (verdict === 'undecided') return { verdict, said: missing.map(({ give }) => give).join('; ') };
  return {
    verdict,
    said: failures
      .flatMap(({ mismatches }) => mismatches.map((mismatch) => JSON.stringify(mismatch)))
      .join('; '),
  };
}
