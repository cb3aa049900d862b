import { writeResult } from '../../run/cli/files/write-result.ts';
import { openSides, type TraceOptions } from './trace-sides.ts';
import { usageError } from '../../model/errors.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { Io } from '../../model/io.ts';
import { sameAnswers } from '../../routing/traffic/same-answers.ts';
import type { Trace } from '../../report/trace/trace-text.ts';
import { requestGiven } from './trace-facts.ts';
import { tracedRequest } from './traced-request.ts';
import { wantsColor } from '../../run/cli/terminal.ts';

/** Traces one URL on each side and prints it. */
export async function traceUrl(io: Io, url: string | undefined, options: TraceOptions): Promise<number> {
  if (options.base !== undefined) throw usageError('--base requires --corpus');
  if (url === undefined)
    throw usageError(
      'the URL is missing',
      'write one, such as `https://shop.example.com/cart`, or name a file of URLs with --corpus',
    );
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
  const trace = tracedRequest(opened, given);
  writeResult(io, await renderedTrace(io, trace, options), options.output);
  const [desired, live] = trace.sides;
  if (file !== undefined && desired !== undefined) {
    const { saveTest } = await import('./save-test.ts');
    saveTest(io, opened, { given, answers: desired.answers, file, options });
  }
  const isOther = desired !== undefined && live !== undefined && !sameAnswers(desired.answers, live.answers);
  return isOther && options.detailedExitcode === true ? exitCodes.changes : exitCodes.ok;
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
