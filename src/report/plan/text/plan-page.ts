import type { PlanOrigin } from '../../../model/plan/change.ts';
import { inertLine, inertPath } from '../../text/inert.ts';
import type { Paint } from '../../text/paint.ts';
import { widthOf, wrap } from '../../text/wrap.ts';

/** What the parts of the text share. */
export interface Page {
  readonly paint: Paint;
  readonly columns: number;
  /** Whether requests are shown, with their bodies. */
  readonly showsRequests?: boolean;
  /** `brief`: long values are shortened, and a plan of many steps shows in full only the first and those that a reader must check. */
  readonly view: PlanDetail;
}

export type PlanDetail = 'brief' | 'all';

/** What the text of steps needs beside them. */
export interface StepPage extends Page {
  /** The command that applies the plan and approves its only refused step; undefined where that does not suffice. */
  readonly approve?: string | undefined;
}

/** A sentence, wrapped, with every line indented; the first may have a mark. */
export function paragraph(text: string, indent: number, { columns }: Page, mark?: string): readonly string[] {
  const space = ' '.repeat(indent);
  return text
    .split('\n')
    .flatMap((line) => wrap(inertLine(line), columns - indent))
    .map((line, index) => `${index === 0 ? (mark ?? space) : space}${line}`);
}

/** `(resources/docs.yaml:12:7)`, with the layer where it is not the resource's own spec. */
export function originText({ file, line, column, layer }: PlanOrigin): string {
  const through = layer === undefined ? '' : `, ${inertLine(layer)}`;
  return `(${inertPath(file)}:${line}:${column}${through})`;
}

/**
 * A command below its label, to be pasted: it is broken with a backslash before a flag, nowhere else. What is longer than
 * a line even so stays whole.
 */
export function commandLines(
  label: string,
  command: string,
  indent: number,
  { columns }: Page,
): readonly string[] {
  const space = ' '.repeat(indent);
  const head = `${space}${label}`;
  const whole = inertLine(command);
  if (widthOf(head) + widthOf(whole) <= columns) return [`${head}${whole}`];
  const [first = '', ...flags] = whole.split(/ (?=--)/);
  const isBeside = widthOf(head) + widthOf(first) + 2 <= columns;
  const start = isBeside ? widthOf(head) : indent + 2;
  const lines = isBeside ? [] : [head.trimEnd()];
  let line = `${isBeside ? head : ' '.repeat(start)}${first}`;
  for (const flag of flags) {
    if (widthOf(line) + widthOf(flag) + 3 <= columns) line = `${line} ${flag}`;
    else {
      lines.push(`${line} \\`);
      line = `${' '.repeat(start + 2)}${flag}`;
    }
  }
  return [...lines, line];
}

/** What belongs behind a line, on lines of its own, indented, where there is no room. Nothing of it is ever broken. */
export function withTail(
  { shown, width }: { readonly shown: string; readonly width: number },
  tail: readonly string[],
  { indent, page }: { readonly indent: number; readonly page: Page },
): readonly string[] {
  const lines = [{ shown, width }];
  for (const piece of tail) {
    const last = lines.at(-1);
    const longer = (last?.width ?? 0) + 2 + widthOf(piece);
    const painted = page.paint('gutter', piece);
    if (last !== undefined && longer <= page.columns) {
      lines[lines.length - 1] = { shown: `${last.shown}  ${painted}`, width: longer };
    } else {
      lines.push({ shown: ' '.repeat(indent) + painted, width: indent + widthOf(piece) });
    }
  }
  return lines.map((line) => line.shown.trimEnd());
}
