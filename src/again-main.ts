import { repeatAnswer } from './last-answer/repeat-answer.ts';
import { processIo } from './process-io.ts';

/** Ends the process with the last output of this command line, if it would print the same; otherwise returns. */
export function again(): void {
  const { io, end } = processIo();
  const exitCode = repeatAnswer(process.argv.slice(2), io);
  if (exitCode !== undefined) end(exitCode);
}
