import type { PlanOrigin } from '../model/plan.ts';
import { inertLine, inertPath } from './inert.ts';
import type { Paint } from './paint.ts';
import { wrap } from './wrap.ts';

/** What the parts of the text share. */
export interface Page {
  readonly paint: Paint;
  readonly columns: number;
  /** Whether requests are shown with their bodies. */
  readonly showsBodies?: boolean;
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
