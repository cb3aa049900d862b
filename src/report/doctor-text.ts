import { widthOf, wrap } from './text/flow-text.ts';

/** A finding of `doctor`. */
interface Examination {
  readonly state: string;
  readonly text: string;
  readonly help?: string;
  /** Lines to paste, which are never wrapped. */
  readonly script?: string;
  /** Set if it is in the way of other commands. */
  readonly exitCode?: number;
}

/** Findings with their states in a column. `columns` is `Infinity` in a log, where lines are searched. */
export function doctorText(findings: readonly Examination[], columns: number): string {
  const width = Math.max(4, ...findings.map(({ state }) => state.length));
  const space = ' '.repeat(width + 2);
  const room = Math.max(40, columns) - space.length;
  const lines = findings.flatMap(({ state, text, help, script }) => {
    const [first = '', ...rest] = [text, ...(help === undefined ? [] : [help])].flatMap((part) =>
      widthOf(part) <= room ? [part] : wrap(part, room),
    );
    const below = [...rest, ...(script?.split('\n') ?? [])];
    return [`${state.padEnd(width)}  ${first}`, ...below.map((line) => space + line)];
  });
  const failed = findings.filter(({ exitCode }) => exitCode !== undefined).length;
  const summary = failed === 0 ? 'nothing is in the way' : `${failed} in the way`;
  return [...lines, '', summary].map((line) => `${line}\n`).join('');
}
