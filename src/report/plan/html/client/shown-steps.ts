import { sourceLink, type SourceLink } from '../../../findings/source-link.ts';
import type { Packed, PageData, StepIndex } from '../data/data.ts';
import { stepBody } from '../step-view.ts';
import { unpack } from '../data/unpack.ts';
import { nodesOf } from './dom.ts';

/** A step of the page. */
export interface PageStep {
  readonly element: HTMLDetailsElement;
  readonly index: StepIndex;
  readonly link: SourceLink;
  /** The searchable text in lower case; built on the first search. */
  text?: string;
}

export function stepsOf(page: Document): readonly PageStep[] {
  const packed = JSON.parse(page.getElementById('data')?.textContent ?? 'null') as Packed;
  const data = unpack(packed) as unknown as PageData;
  const link = sourceLink(data.sourceUrl);
  const elements = page.querySelectorAll<HTMLDetailsElement>('.step');
  return data.steps.flatMap((index, at) => {
    const element = elements[at];
    return element === undefined ? [] : [{ element, index, link }];
  });
}

/** Creates the body of a step unless it exists. */
export function fill({ element, index: { data }, link }: PageStep): void {
  if (data === undefined || element.querySelector(':scope > .body') !== null) return;
  element.append(...nodesOf(stepBody(data, link)));
}

export function open(step: PageStep): void {
  fill(step);
  step.element.open = true;
}

export function searchText(step: PageStep): string {
  return (step.text ??= [step.element.textContent, ...textsIn(step.index.data), ...labelsOf(step)]
    .join('\n')
    .toLowerCase());
}

function labelsOf({ index: { facets } }: PageStep): readonly string[] {
  return Object.entries(facets).flatMap(([key, values]) =>
    values.map((value) => `${key.replace(/^label:/, '')}=${value}`),
  );
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [JSON.stringify(value)];
  return Object.entries(value).flatMap(([key, item]) =>
    Array.isArray(value) ? textsIn(item) : [key, ...textsIn(item)],
  );
}
