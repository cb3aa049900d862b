/**
 * A fenced block of code, or a comment that directs the story: `<!-- outside … -->`, `<!-- run … -->`, `<!-- example …
 * -->`.
 */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** Where the text stands in the whole. */
  readonly start: number;
  readonly end: number;
}

export interface Table {
  readonly heading: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const fence =
  /^```(\w*)\n([\s\S]*?)^```$|^<!-- ((?:outside|run|api|example|lose|only|scene|empty|later) [\s\S]*?) -->$/gm;

export function blocksOf(markdown: string): readonly Block[] {
  return [...markdown.matchAll(fence)].map((found) => {
    const [whole, language, code, directive] = found;
    const text = code ?? directive ?? '';
    const start = found.index + (directive === undefined ? whole.indexOf('\n') + 1 : '<!-- '.length);
    return { language: language ?? 'directive', text, start, end: start + text.length };
  });
}

/** The table whose first column has this title. */
export function tableOf(markdown: string, title: string): Table {
  const lines = markdown.split('\n');
  const first = lines.findIndex((line) => line.startsWith(`| ${title} |`));
  if (first === -1) throw new Error(`no page has a table that begins with the column ${title}`);
  const length = lines.slice(first).findIndex((line) => !line.startsWith('|'));
  const [heading = [], , ...rows] = lines.slice(first, first + length).map(cellsOf);
  return { heading, rows };
}

function cellsOf(line: string): readonly string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

/** What stands between backticks outside of blocks. */
export function codeSpansOf(markdown: string): readonly string[] {
  return [...markdown.replaceAll(fence, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}
