import { sourceLink } from '../../findings/source-link.ts';
import type { Facets, PackedPlan, StepData } from '../data.ts';
import { stepBody } from '../step-html.ts';
import { unpacker } from '../unpack.ts';
import { type Content, isMany } from '../html-content.ts';

export interface PageStep {
  readonly element: HTMLDetailsElement;
  readonly facets: Facets;
  /** Unpacks the data; undefined if the body is in the page as HTML. */
  readonly data: () => StepData | undefined;
  /** Creates the body unless it exists. */
  readonly fill: () => void;
  /** The searchable text in lower case; built on the first search. */
  text?: string;
}

export function stepsOf(page: Document): readonly PageStep[] {
  const packed = JSON.parse(page.getElementById('data')?.textContent ?? 'null') as PackedPlan;
  const { fields, items, value } = unpacker(packed);
  const { sourceUrl = null, steps = null } = fields(packed.root);
  const template = value(sourceUrl);
  const link = sourceLink(typeof template === 'string' ? template : undefined);
  const elements = page.querySelectorAll<HTMLDetailsElement>('.step');
  return items(steps).flatMap((part, at): readonly PageStep[] => {
    const element = elements[at];
    if (element === undefined) return [];
    const { facets = null, data: inside } = fields(part);
    const data = (): StepData | undefined =>
      inside === undefined ? undefined : (value(inside) as unknown as StepData);
    const fill = (): void => {
      const body = element.querySelector(':scope > .body') === null ? data() : undefined;
      if (body !== undefined) element.append(...nodesOf(stepBody(body, link)));
    };
    return [{ element, facets: value(facets) as Facets, data, fill }];
  });
}

export function open(step: PageStep): void {
  step.fill();
  for (const details of foldsOf(step)) details.open = true;
}

export function close(step: PageStep): void {
  for (const details of foldsOf(step)) details.open = false;
}

/** The step, and the fold that it is in. */
function foldsOf({ element }: PageStep): readonly HTMLDetailsElement[] {
  const fold = element.closest<HTMLDetailsElement>('.fold');
  return fold === null ? [element] : [element, fold];
}

export function searchText(step: PageStep): string {
  const { element, facets, data, text } = step;
  if (text !== undefined) return text;
  const labels = Object.entries(facets).map(([key, values]) =>
    values.map((value) => `${key.replace(/^label:/, '')}=${value}`),
  );
  step.text = [element.textContent, textsIn(data()), labels].flat(2).join('\n').toLowerCase();
  return step.text;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [JSON.stringify(value)];
  return Object.entries(value).flatMap(([key, item]) =>
    Array.isArray(value) ? textsIn(item) : [key, ...textsIn(item)],
  );
}

/** Creates DOM nodes for a part of the page. Text stays text: no markup is parsed. */
function nodesOf(content: Content): readonly Node[] {
  if (typeof content === 'string') return [document.createTextNode(content)];
  if (isMany(content)) return content.flatMap(nodesOf);
  const { tag, attributes, content: inside } = content;
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...inside.flatMap(nodesOf));
  return [element];
}
