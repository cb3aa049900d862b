import { writeResult } from '../../run/cli/files/write-result.ts';
import { openSides, type TraceOptions, type TraceSides } from './trace-sides.ts';
import { exitCodes, usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { sameAnswers } from '../../routing/traffic/same-answers.ts';
import type { RequestFacts } from '../../model/traffic/simulation.ts';
import type { TraceAnswer, TraceRequest, TracedSide } from '../../model/traffic/trace.ts';
import { edgeProblem } from '../../routing/traffic/select-server.ts';
import { parseRequest } from '../../routing/traffic/request.ts';
import { declaredPlaces } from '../../run/tests/declared-places.ts';
import { namesOfIds } from '../../run/tests/run-all-tests.ts';
import { traceSide } from '../../simulate/request-way.ts';
import { contradictionText } from '../../report/tests/request-words.ts';
import type { Trace } from '../../report/trace/trace-text.ts';
import { contradictionHelp } from '../../report/trace/way-text.ts';
import { requestGiven } from './trace-facts.ts';
import { wantsColor } from '../../run/cli/terminal.ts';

/** Traces one URL on each side and prints it. */
export async function traceUrl(io: Io, url: string | undefined, options: TraceOptions): Promise<number> {
  if (options.base !== undefined) throw usageError('--base requires --corpus');
  if (url === undefined) throw usageError('name a URL, or a file of URLs with --corpus');
  if (options.saveTest !== undefined && options.live === true)
    throw usageError('--save-test and --live exclude each other', 'tests run by the files');
  const given = requestGiven(url, options);
  const opened = await openSides(io, options);
  const file =
    options.saveTest === undefined
      ? undefined
      : (await import('../../run/tests/save-request-test.ts')).testFile(
          io,
          opened.workspace,
          options.saveTest,
        );
  const request = requestOf(given.facts);
  const problem = edgeProblem(opened.desired ?? opened.live, request);
  if (problem !== undefined) throw usageError(problem);
  const sides = sidesOf(opened, given.facts);
  refuseContradiction(sides.flatMap(({ answers }) => answers));
  const { request: _, ...facts } = given.document;
  const trace = { environment: opened.environment.name, request, sides, given: facts };
  writeResult(io, await renderedTrace(io, trace, options), options.output);
  const [desired, live] = sides;
  if (file !== undefined && desired !== undefined) {
    const { saveTest } = await import('./save-test.ts');
    saveTest(io, opened, { given, answers: desired.answers, file, options });
  }
  const isOther = desired !== undefined && live !== undefined && !sameAnswers(desired.answers, live.answers);
  return isOther && options.detailedExitcode === true ? exitCodes.changes : exitCodes.ok;
}

/** A fact that is possible on one side, or at one of several edges, stays: the others are shown beside it. */
function refuseContradiction(answers: readonly TraceAnswer[]): void {
  const [first] = answers.map(({ way }) => way.contradictions[0]);
  if (first === undefined || answers.some(({ way }) => way.contradictions.length === 0)) return;
  throw usageError(contradictionText(first).message, contradictionHelp(first));
}

function requestOf(facts: RequestFacts): TraceRequest {
  const parsed = parseRequest(facts.url, facts);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.request;
}

function sidesOf(opened: TraceSides, facts: RequestFacts): readonly TracedSide[] {
  const { compiled, environment } = opened;
  const nameOf = namesOfIds(environment.ids);
  const declaredAt = declaredPlaces(compiled);
  return (['desired', 'live'] as const).flatMap((name) => {
    const side = opened[name];
    const originOf = name === 'desired' ? declaredAt : () => undefined;
    return side === undefined ? [] : [{ side: name, answers: traceSide({ side, nameOf, originOf }, facts) }];
  });
}

async function renderedTrace(io: Io, trace: Trace, options: TraceOptions): Promise<string> {
  const { traceJson, traceText } = await import('../../report/trace/trace-text.ts');
  switch (options.format) {
    case 'text':
      return traceText(trace, {
        color: wantsColor(io, options) && options.output === undefined,
        columns: io.columns,
      });
    case 'json':
      return traceJson(trace);
    case 'html':
      return (await import('../../report/trace/trace-page.ts')).traceHtml(trace);
  }
}
