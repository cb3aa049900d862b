import { wrap, widthOf } from './flow-text.ts';
import { type Paint, painter } from './paint.ts';
import { harmless } from './harmless.ts';
import { inertLine } from './inert.ts';

/** Settings shared by all parts of the text. */
export interface Page {
  readonly paint: Paint;
  readonly columns: number;
  /** Whether requests are shown, with their bodies. */
  readonly showsRequests?: boolean;
  /** `brief` shortens long values, and in a long plan shows in full only samples and steps that need a review. */
  readonly view: PlanDetail;
}

export type PlanDetail = 'brief' | 'all';

export interface Terminal {
  readonly color: boolean;
  /** Its width; less than 40 counts as 40. */
  readonly columns: number;
}

export function pageOf({ color, columns }: Terminal, view: PlanDetail): Page {
  return { paint: painter(color), columns: Math.max(40, columns), view };
}

/** The blocks of a report with an empty line between them; a block without lines is left out. */
export function pageText(blocks: readonly (readonly string[])[]): string {
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => `${lines.join('\n')}\n`);
  // A wrapped line may begin with a word that a CI log executes.
  return harmless(texts.join('\n'));
}

export interface StepPage extends Page {
  /** The command that applies the plan and approves its only refused step; undefined if that does not suffice. */
  readonly once?: string | undefined;
}

/** A wrapped sentence with every line indented; `mark` replaces the first indent. */
export function paragraph(
  text: string,
  indent: number,
  { columns }: Pick<Page, 'columns'>,
  mark?: string,
): readonly string[] {
  const space = ' '.repeat(indent);
  return text
    .split('\n')
    .flatMap((line) => wrap(inertLine(line), columns - indent))
    .map((line, index) => `${index === 0 ? (mark ?? space) : space}${line}`);
}

/** A command below its label, to paste: broken with a backslash before flags only. A longer part stays on one line. */
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

/**
 * Appends details to a line, or puts them on indented lines of their own if there is no room. No detail is ever broken.
 */
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
