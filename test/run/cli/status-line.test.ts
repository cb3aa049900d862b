import { expect, test } from 'vitest';
import { statusLine } from '../../../src/run/cli/status-line.ts';

/** What the terminal shows: complete lines, then the line that the cursor is in. */
function openTerminal(
  columns = 80,
): { readonly screen: () => string; readonly print: (text: string) => void } & ReturnType<typeof statusLine> {
  let lines = [''];
  const write = (text: string): void => {
    for (const part of text.split(/(\r|\n|\u001b\[K)/)) {
      if (part === '\n') lines = [...lines, ''];
      // The whole line is written again, so that what the cursor leaves behind it is gone.
      else if (part === '\r') lines = [...lines.slice(0, -1), ''];
      else if (part !== '\u001b[K') lines = [...lines.slice(0, -1), `${lines.at(-1) ?? ''}${part}`];
    }
  };
  const status = statusLine({ write, columns: () => columns });
  return {
    ...status,
    screen: () => lines.join('\n'),
    print: (text) => {
      status.hide();
      write(text);
      status.showBelow(text);
    },
  };
}

test('lines pass above it, and it stays', () => {
  const terminal = openTerminal();
  terminal.show(() => 'applying 1/3');
  terminal.print('created  endpoint/a\n');
  expect(terminal.screen()).toBe('created  endpoint/a\napplying 1/3');
  terminal.show(() => 'applying 2/3');
  terminal.print('created  endpoint/b\n');
  terminal.print('created  endpoint/c\n');
  expect(terminal.screen()).toBe(
    'created  endpoint/a\ncreated  endpoint/b\ncreated  endpoint/c\napplying 2/3',
  );
  terminal.show(undefined);
  expect(terminal.screen()).toBe('created  endpoint/a\ncreated  endpoint/b\ncreated  endpoint/c\n');
});

test('a question is not written over', () => {
  const terminal = openTerminal();
  terminal.show(() => 'reading 5 objects');
  terminal.print('Apply? ');
  expect(terminal.screen()).toBe('Apply? ');
  terminal.show(undefined);
});

test('it has one line, however narrow the terminal', () => {
  const terminal = openTerminal(30);
  terminal.show(() => 'x'.repeat(100));
  expect(terminal.screen()).toBe('x'.repeat(29));
  terminal.show(undefined);
});
