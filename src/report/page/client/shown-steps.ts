import { sourceLink, type SourceLink } from '../../findings/source-link.ts';
import type { Facets, PackedPlan, StepData } from '../data.ts';
import { stepBody } from '../step-html.ts';
import { unpacker } from '../unpack.ts';
import { type Content, isMany } from '../html-text.ts';

export interface PageStep {
  readonly element: HTMLDetailsElement;
  /** Unpacked on the first use. */
  readonly facets: () => Facets;
  /** Undefined if the body is in the page as HTML. */
  readonly data: () => StepData | undefined;
  readonly link: SourceLink;
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
    let known: Facets | undefined;
    return [
      {
        element,
        link,
        facets: () => (known ??= value(fields(part)['facets'] ?? null) as Facets),
        data: () => {
          const { data } = fields(part);
          return data === undefined ? undefined : (value(data) as unknown as StepData);
        },
      },
    ];
  });
}

/** Creates the body of a step unless it exists. */
export function fill({ element, data, link }: PageStep): void {
  if (element.querySelector(':scope > .body') !== null) return;
  const body = data();
  if (body !== undefined) element.append(...nodesOf(stepBody(body, link)));
}

export function open(step: PageStep): void {
  fill(step);
  step.element.open = true;
  const fold = step.element.closest<HTMLDetailsElement>('.fold');
  if (fold !== null && !fold.open) fold.open = true;
}

export function close({ element }: PageStep): void {
  element.open = false;
  const fold = element.closest<HTMLDetailsElement>('.fold');
  if (fold?.open === true) fold.open = false;
}

export function searchText(step: PageStep): string {
  return (step.text ??= [step.element.textContent, ...textsIn(step.data()), ...labelsOf(step)]
    .join('\n')
    .toLowerCase());
}

function labelsOf({ facets }: PageStep): readonly string[] {
  return Object.entries(facets()).flatMap(([key, values]) =>
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
