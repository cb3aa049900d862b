import type { Io } from '../../model/io.ts';
import type { TraceAnswer } from '../../model/traffic/trace.ts';
import { inertLine, inertPath } from '../../report/text/inert.ts';
import { commandLine } from '../../run/cli/command-line.ts';
import { saveRequestTest, type GivenRequest } from '../../run/tests/save-request-test.ts';
import type { TraceOptions, TraceSides } from './trace-sides.ts';

/** `--save-test`: adds the request as a test to a file, and says how it is run. */
export function saveTest(
  io: Io,
  { workspace, environment, compiled }: TraceSides,
  {
    given,
    answers,
    file,
    options,
  }: {
    readonly given: GivenRequest;
    readonly answers: readonly TraceAnswer[];
    readonly file: string;
    readonly options: TraceOptions;
  },
): void {
  const { name, isNew } = saveRequestTest({ workspace, environment, compiled, file }, given, answers);
  const { workspace: folder, saveTest: named = file } = options;
  const run = commandLine(['test', named, '--env', environment.name], { workspace: folder });
  const verb = isNew ? 'is in' : 'was already in';
  io.stderr(`note: the test "${inertLine(name)}" ${verb} ${inertPath(file)}; run it with  ${run}\n`);
}
