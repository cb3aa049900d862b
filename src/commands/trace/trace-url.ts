import { wantsColor } from '../../run/cli/color.ts';
import { writeResult } from '../../run/cli/files/write-result.ts';
import { openSides, type TraceOptions, type TraceSides } from './trace-sides.ts';
import { UserError, exitCodes } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { PlanOrigin } from '../../model/plan/change.ts';
import type { TraceRequest, TracedSide } from '../../model/traffic/trace.ts';
import type { Address } from '../../model/workspace.ts';
import { resourceOrigin } from '../../plan/steps/step.ts';
import { edgeProblem } from '../../routing/traffic/edge-problem.ts';
import { parseRequest } from '../../routing/traffic/request.ts';
import { sameAnswers } from '../../routing/traffic/same-answers.ts';
import { traceSide, type TraceContext } from '../../routing/traffic/trace.ts';

/** Maximum pattern length, longer than any realistic one; the cost of compiling grows with the length. */
const longest = 500;

/** Traces one URL on each side and prints it. */
export async function traceUrl(io: Io, url: string | undefined, options: TraceOptions): Promise<number> {
  if (options.base !== undefined) refuse('--base requires --corpus');
  if (url === undefined) refuse('name a URL, or a file of URLs with --corpus');
  const request = requestOf(url, options);
  const opened = await openSides(io, options);
  if (typeof opened === 'number') return opened;
  const problem = edgeProblem(opened.desired ?? opened.live, request);
  if (problem !== undefined) refuse(problem);
  const tracing = await tracingOf(opened, request);
  const sides: readonly TracedSide[] = (['desired', 'live'] as const).flatMap((side) => {
    const index = opened[side];
    return index === undefined
      ? []
      : [
          {
            side,
            answers: traceSide(
              index,
              request,
              side === 'desired' ? tracing : { ...tracing, originOf: () => undefined },
            ),
          },
        ];
  });
  const { traceJson, traceText } = await import('../../report/trace/trace-text.ts');
  const trace = { environment: opened.environment.name, request, sides };
  const color = wantsColor(io, options) && options.output === undefined;
  const text =
    options.format === 'json' ? traceJson(trace) : traceText(trace, { color, columns: io.columns });
  writeResult(io, text, options.output);
  const [desired, live] = sides;
  const isOther = desired !== undefined && live !== undefined && !sameAnswers(desired.answers, live.answers);
  return isOther && options.detailedExitcode === true ? exitCodes.changes : exitCodes.ok;
}

function requestOf(url: string, { method, header = [] }: TraceOptions): TraceRequest {
  const asked = { method, headers: headersOf(header) };
  const parsed = parseRequest(url, asked);
  if ('request' in parsed) return parsed.request;
  const meant = `https://${url}`;
  if (!url.includes('://') && 'request' in parseRequest(meant, asked))
    return refuse(parsed.problem, `write \`${meant}\``);
  // The part before the host may contain a password.
  const shown = url.replace(/\/\/[^/?#]*@/, '//…@');
  if (/^\/(?!\/)/.test(url))
    return refuse(
      parsed.problem,
      `write what is before the path: \`https://<host>${shown}\`, or \`https-edge/<name>${shown}\``,
    );
  return refuse(parsed.problem, `column ${parsed.column} of \`${shown}\``);
}

/** Values are kept as they are; an empty value is a present header. */
function headersOf(given: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    given.map((text) => {
      const [, name, value = ''] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/s.exec(text) ?? [];
      if (name === undefined) return refuse(`\`--header ${text}\` is not \`name: value\``);
      return [name.toLowerCase(), value] as const;
    }),
  );
}

/** Loads the pattern library only for a request with something to match. */
async function tracingOf(
  { compiled, environment }: TraceSides,
  { headers }: TraceRequest,
): Promise<TraceContext> {
  const names = new Map([...environment.ids.values()].map(({ id, name }) => [id, name]));
  const resources = new Map(compiled.map((resource) => [resource.address, resource]));
  const originOf = (address: Address): PlanOrigin | undefined => {
    const resource = resources.get(address);
    return resource === undefined ? undefined : resourceOrigin(resource);
  };
  return {
    originOf,
    nameOf: (id) => names.get(id) ?? id,
    matches: headers.has('user-agent') ? await agentPatterns() : () => undefined,
  };
}

function refuse(message: string, help?: string): never {
  throw new UserError(exitCodes.usage, message, help === undefined ? {} : { help });
}

/** Matches a user agent with the patterns of the filter by RE2, in linear time for any pattern. */
async function agentPatterns(): Promise<(pattern: string, text: string) => boolean | undefined> {
  const { RE2JS } = await import('@bufbuild/re2');
  return (pattern, text) => {
    if (pattern.length > longest) return undefined;
    try {
      return RE2JS.compile(pattern).test(text);
    } catch {
      // An invalid pattern, which lint reports.
      return undefined;
    }
  };
}
