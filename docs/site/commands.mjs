/*
 * The copy button of a block of commands copies the commands alone. The theme leaves out what has this class, so the
 * prompt, what a command prints and comments get it.
 */
const leftOut = 'vp-copy-ignore';

/** A step of the highlighter, for blocks of `sh` and `console`. */
export const copiedCommands = {
  name: 'copied-commands',
  code(node) {
    const isConsole = this.options.lang === 'console';
    if (!isConsole && this.options.lang !== 'sh') return;
    const lines = node.children.filter(({ type }) => type === 'element');
    // A script is copied whole, and so are words that a program prints and no command.
    if (textOf(lines[0]).startsWith('#!') || (isConsole && !lines.some((line) => isPrompt(line)))) return;
    const kinds = kindsOf(lines.map(textOf), isConsole);
    lines.forEach((line, at) => {
      if (kinds[at] === 'other') markWhole(node, line);
      else if (kinds[at] === 'command') markParts(line, isConsole);
    });
  },
};

/** Which lines are commands, parts of their input (here-documents), or other: output, comments, empty lines. */
function kindsOf(texts, isConsole) {
  let end;
  let goesOn = false;
  return texts.map((text) => {
    if (end !== undefined) {
      if (text === end) end = undefined;
      return 'input';
    }
    const isCommand = goesOn || (isConsole ? text.startsWith('$ ') : /^\s*[^#\s]/.test(text));
    if (!isCommand) return 'other';
    [, end] = /<<-?\s*['"]?(\w+)/.exec(text) ?? [];
    goesOn = text.endsWith('\\');
    return 'command';
  });
}

/** The line, and the end of the line after it. */
function markWhole(node, line) {
  line.properties.class = `${line.properties.class ?? ''} ${leftOut}`;
  const at = node.children.indexOf(line);
  const next = node.children[at + 1];
  if (next?.type === 'text') node.children[at + 1] = span(next.value);
}

/** The prompt before a command, and a comment after it. */
function markParts(line, isConsole) {
  const [first] = line.children;
  if (isConsole && isPrompt(line)) {
    let left = '$ ';
    for (const part of line.children) {
      const text = part.children[0];
      const taken = text.value.slice(0, left.length);
      text.value = text.value.slice(taken.length);
      left = left.slice(taken.length);
    }
    line.children = [span('$ '), first, ...line.children.slice(1)];
  }
  const comment = line.children.findIndex((part) => /^\s*#\s/.test(part.children[0].value));
  for (const part of comment > 0 ? line.children.slice(comment) : [])
    part.properties.class = `${part.properties.class ?? ''} ${leftOut}`;
}

function isPrompt(line) {
  return textOf(line).startsWith('$ ');
}

function span(value) {
  return {
    type: 'element',
    tagName: 'span',
    properties: { class: leftOut },
    children: [{ type: 'text', value }],
  };
}

function textOf(node) {
  return node.type === 'text' ? node.value : (node.children ?? []).map(textOf).join('');
}
