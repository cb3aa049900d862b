import type { PlanOrigin } from '../../../model/plan.ts';
import { inertLine, inertPath } from '../../text/inert.ts';
import type { Paint } from '../../text/paint.ts';
import { widthOf, wrap } from '../../text/wrap.ts';

/** What the parts of the text share. */
export interface Page {
  readonly paint: Paint;
  readonly columns: number;
  /** Whether requests are shown with their bodies. */
  readonly showsBodies?: boolean;
  /** `brief`: long values are shortened, and a plan of many steps shows in full only those that a reader must judge. */
  readonly view: PlanView;
}

export type PlanView = 'brief' | 'all';

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
  return lines.map((line) => line.shown);
}
