/** Commands of CI systems, from the sources and manuals of the runners, independent of the list in `src`. */
export const ciCommands = [
  '::error::x',
  '::set-output name=a::b',
  '::add-mask::x',
  '::stop-commands::x',
  '##[error]x',
  '##[set-env name=A;]b',
  '##vso[task.setvariable variable=A]b',
  "##teamcity[setParameter name='a' value='b']",
  'section_start:1560896352:my_section\r\u001b[0KHeader',
  'section_end:1560896353:my_section\r\u001b[0K',
  'travis_fold:start:a',
  '[command]/bin/sh',
  '[error]x',
  '[warning] x',
];

/**
 * The lines of a log that a runner would act on: it takes off blanks and colors, and a carriage return begins a line.
 */
export function commandsOf(log: string): readonly string[] {
  return log
    .split(/\r\n|\n|\r/)
    .map((line) => line.replaceAll(/\u001b\[[\d;]*m/g, '').trimStart())
    .filter(
      (line) =>
        line.startsWith('::') ||
        /##(?:vso|teamcity)?\[/i.test(line) ||
        /^(?:section_(?:start|end):|travis_(?:fold|time):|\[(?:command|error|warning|debug|section|group|notice|info)\])/i.test(
          line,
        ),
    );
}
