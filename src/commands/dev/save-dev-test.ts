import type { DevSite } from '../../dev/dev-site.ts';
import type { TestCandidate } from '../../dev/dev-serving.ts';
import { usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { inertLine, inertPath } from '../../report/text/inert.ts';
import { saveRequestTest, testFile } from '../../run/tests/save-request-test.ts';
import { traceSide } from '../../simulate/request-way.ts';
import { isSameJson } from '../../text/json/json-access.ts';
import { requestFactsOf } from '../../workspace/settings/request-tests.ts';
import type { Environment } from '../../model/workspace/environment.ts';

interface DevTestPlace {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly site: DevSite;
  readonly file: string;
}

/** Writes the first candidate that gets by its facts what the request got; the sentence that tells of it. */
export function saveDevTest(
  io: Io,
  { workspace, environment, site, file: named }: DevTestPlace,
  candidates: readonly TestCandidate[],
): string {
  const root = { ...io, cwd: workspace.root };
  const file = testFile(root, workspace, named);
  const given = candidates.map((candidate) => {
    const document = documentOf(candidate);
    return { document, facts: requestFactsOf(document), results: candidate.results };
  });
  const answered = given.map((request) => ({ given: request, answers: traceSide(site, request.facts) }));
  const same = answered.find(({ given: { results }, answers }) =>
    isSameJson(
      answers.flatMap(({ way }) => way.results),
      results,
    ),
  );
  const chosen = same ?? answered.at(-1);
  if (chosen === undefined) throw new Error('a request has a candidate');
  if (same === undefined)
    throw usageError(
      'no test was written: by the facts that a test can give, the request gets something else',
      'write it with `edgewright trace --save-test` and the facts that decide it',
    );
  const { name, isNew } = saveRequestTest(
    { workspace, environment, compiled: site.compiled, file },
    chosen.given,
    chosen.answers,
  );
  return `The test "${inertLine(name)}" ${isNew ? 'is in' : 'was already in'} ${inertPath(file)}.`;
}

/** The keys of a test. */
function documentOf({ method, url, headers, body, facts: { from, given } }: TestCandidate) {
  const isPlain = method === 'GET' && Object.keys(headers).length === 0 && body === undefined;
  const request = isPlain
    ? url
    : {
        ...(method === 'GET' ? {} : { method }),
        url,
        ...(Object.keys(headers).length === 0 ? {} : { headers }),
        ...(body === undefined ? {} : { body }),
      };
  return {
    request,
    ...(Object.keys(from).length === 0 ? {} : { from }),
    ...(Object.keys(given).length === 0 ? {} : { given }),
  };
}
