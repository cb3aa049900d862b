import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { harmless } from '../../src/report/text/harmless.ts';
import { wrap } from '../../src/report/text/flow-text.ts';
import { commandsOf, ciCommands } from '../redact/ci-runner.ts';
import { runs } from '../runs.ts';

const foreign = fc
  .array(
    fc.oneof(
      fc.constantFrom(...ciCommands),
      fc.constantFrom(
        ' ',
        '  ',
        '\t',
        '\n',
        '\r',
        '\r\n',
        '\u001b[31m',
        '\u001b[0m',
        '\u001b]0;title\u0007',
        '\u202e',
        '\u00a0',
        '\u0085',
      ),
      fc.string({ maxLength: 8 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('the printed text of a report', () => {
  test('no line is a command, and nothing acts on a terminal but colors', () => {
    fc.assert(
      fc.property(foreign, fc.boolean(), (text, isTerminal) => {
        const shown = harmless(text, { isTerminal });
        expect(commandsOf(shown)).toEqual([]);
        expect(shown.replaceAll(/\u001b\[[\d;]*[mK]/g, '')).not.toMatch(
          isTerminal
            ? /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e]/
            : /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/,
        );
        expect(harmless(shown, { isTerminal })).toBe(shown);
      }),
      { numRuns: runs(2000) },
    );
  });

  test('wrapped to any width, no line is a command either', () => {
    fc.assert(
      fc.property(foreign, fc.integer({ min: 1, max: 40 }), (text, columns) => {
        expect(
          commandsOf(
            harmless(
              wrap(text, columns)
                .map((line) => `    ${line}`)
                .join('\n'),
            ),
          ),
        ).toEqual([]);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('our own commands stay, and no other is among them', () => {
    fc.assert(
      fc.property(foreign, (text) => {
        const own = '::error file=a.yaml,line=1::a route';
        const shown = harmless(`${own}\n${text.replaceAll(/^::(?=error|warning|notice)/gm, '')}\n`, {
          commands: 'ours',
        });
        expect(shown.split('\n')[0]).toBe(own);
        expect(
          commandsOf(shown).filter((line) => !/^::(?:error|warning|notice|debug|group|endgroup)/.test(line)),
        ).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });
});

test.each(ciCommands)('%s is escaped at the start of a line and after blanks', (command) => {
  for (const before of ['', '  ', '\t', '\u00a0 ', '\u001b[31m ', 'first\n', 'first\n   ', 'first\r'])
    expect(commandsOf(harmless(`${before}${command}`)), JSON.stringify(before)).toEqual([]);
});

test.each(['a::b', 'std::string', '12 | ::', '- a: ::b', '"[error]"', '# a heading', 'x ==> y'])(
  '%s is left as it is',
  (text) => {
    expect(harmless(text)).toBe(text);
  },
);
