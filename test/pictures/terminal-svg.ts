import { inks } from '../../src/report/text/paint.ts';

/** One run of characters of a line, in one style. */
interface Run {
  readonly text: string;
  readonly column: number;
  readonly codes: readonly string[];
}

const cell = { width: 8.4, height: 20 };
const margin = 20;

/** The colors of a dark terminal, by the code that switches them on. */
const colors: Readonly<Record<string, string>> = {
  [inks.red]: '#ff7b72',
  [inks.green]: '#7ee787',
  [inks.yellow]: '#e3b341',
  [inks.blue]: '#79c0ff',
  [inks.cyan]: '#76e3ea',
};

/**
 * Terminal output as an SVG, as wide as its longest line, that needs no font of its own: every run of characters is put
 * at its column and stretched to it. The same text gives the same bytes.
 */
export function terminalSvg(text: string, title: string): string {
  const lines = text.replace(/\n$/, '').split('\n');
  const columns = Math.max(...lines.map((line) => line.replaceAll(/\u001b\[[\d;]*m/g, '').length));
  const width = Math.ceil(columns * cell.width + 2 * margin);
  const height = lines.length * cell.height + 2 * margin;
  const texts = lines.flatMap((line, row) => runsOf(line).map((run) => textOf(run, row)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#e6edf3" style="white-space: pre">`,
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function runsOf(line: string): readonly Run[] {
  const runs: Run[] = [];
  let codes: readonly string[] = [];
  let column = 0;
  for (const part of line.split(/(\u001b\[[\d;]*m)/)) {
    const [, switched] = /^\u001b\[([\d;]*)m$/.exec(part) ?? [];
    if (switched !== undefined) {
      codes = ['', '0'].includes(switched) ? [] : switched.split(';');
      continue;
    }
    const text = part.trim();
    const before = part.length - part.trimStart().length;
    if (text !== '') runs.push({ text, column: column + before, codes });
    column += part.length;
  }
  return runs;
}

function textOf({ text, column, codes }: Run, row: number): string {
  const x = (margin + column * cell.width).toFixed(1);
  const y = margin + row * cell.height + 14;
  const color = codes.map((code) => colors[code]).find((each) => each !== undefined);
  const style = [
    ...(color === undefined ? [] : [` fill="${color}"`]),
    ...(codes.includes('1') ? [' font-weight="bold"'] : []),
  ].join('');
  const length = (text.length * cell.width).toFixed(1);
  return `<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${style}>${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
