import { usageError } from '../../model/errors.ts';
import type { TraceAnswer, TraceRequest, TracedSide } from '../../model/traffic/trace.ts';
import type { Trace } from '../../report/trace/trace-text.ts';
import type { RequestFacts } from '../../model/traffic/request-facts.ts';
import { contradictionText } from '../../report/tests/unknown-words.ts';
import { contradictionHelp } from '../../report/trace/fact-help.ts';
import { parseRequest } from '../../routing/traffic/request.ts';
import { edgeProblem } from '../../routing/traffic/select-server.ts';
import { declaredPlaces } from '../../run/tests/declared-places.ts';
import { namesOfIds } from '../../run/tests/run-all-tests.ts';
import type { GivenRequest } from '../../run/tests/save-request-test.ts';
import { traceSide } from '../../simulate/request-way.ts';
import type { TraceSides } from './trace-sides.ts';

/** The way of a request on each side. Throws `UserError` for an unknown edge, and for facts that cannot be true. */
export function tracedRequest(
  opened: Pick<TraceSides, 'environment' | 'compiled' | 'desired' | 'live'>,
  given: GivenRequest,
): Trace {
  const request = requestOf(given.facts);
  const problem = edgeProblem(opened.desired ?? opened.live, request);
  if (problem !== undefined) throw usageError(problem);
  const sides = sidesOf(opened, given.facts);
  refuseContradiction(sides.flatMap(({ answers }) => answers));
  const { request: _, ...facts } = given.document;
  return { environment: opened.environment.name, request, sides, given: facts };
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

function sidesOf(opened: Parameters<typeof tracedRequest>[0], facts: RequestFacts): readonly TracedSide[] {
  const { compiled, environment } = opened;
  const nameOf = namesOfIds(environment.ids);
  const declaredAt = declaredPlaces(compiled);
  return (['desired', 'live'] as const).flatMap((name) => {
    const side = opened[name];
    const originOf = name === 'desired' ? declaredAt : () => undefined;
    return side === undefined ? [] : [{ side: name, answers: traceSide({ side, nameOf, originOf }, facts) }];
  });
}
