import { searchText, type PageStep } from './shown-steps.ts';

/** A filter: any of the values of each facet, and all of the words. */
export interface FilterChoice {
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
  readonly words: readonly string[];
}

export interface FilterResult {
  readonly shown: ReadonlySet<PageStep>;
  /** Number of steps for each `facet value`, with the other facets and the words as in the filter. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Finds the steps to show, one after the other, so that the work can be done in slices. */
export function* filterSteps(
  steps: readonly PageStep[],
  { values, words }: FilterChoice,
): Generator<undefined, FilterResult> {
  const shown = new Set<PageStep>();
  const counts = new Map<string, number>();
  for (const step of steps) {
    yield;
    if (words.length > 0 && !words.every((word) => searchText(step).includes(word))) continue;
    const facets = step.facets();
    const failing = [...values].filter(
      ([key, wanted]) => !(facets[key] ?? []).some((value) => wanted.has(value)),
    );
    if (failing.length === 0) shown.add(step);
    for (const [key, of] of Object.entries(facets)) {
      // A step counts for a facet if no other facet hides it.
      if (failing.some(([other]) => other !== key)) continue;
      for (const value of of) counts.set(countKey(key, value), (counts.get(countKey(key, value)) ?? 0) + 1);
    }
  }
  return { shown, counts };
}

function countKey(key: string, value: string): string {
  return `${key} ${value}`;
}

/** The filter as the fragment of the page's URL, so that it can be shared. */
export function hashAddress({ values, words }: FilterChoice): string {
  const parameters = new URLSearchParams();
  for (const [key, wanted] of values) for (const value of wanted) parameters.append(key, value);
  if (words.length > 0) parameters.set('q', words.join(' '));
  return parameters.toString();
}

export function wantedOf(address: string): FilterChoice {
  const values = new Map<string, Set<string>>();
  let words: readonly string[] = [];
  for (const [key, value] of new URLSearchParams(address)) {
    if (key === 'q') words = wordsOf(value);
    else values.set(key, (values.get(key) ?? new Set<string>()).add(value));
  }
  return { values, words };
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** The inputs of the filter form. */
export interface FormFields {
  readonly search: HTMLInputElement;
  readonly boxes: readonly HTMLInputElement[];
}

export function formFields(form: HTMLFormElement): FormFields {
  const inputs = [...form.querySelectorAll('input')];
  const search = inputs.find(({ type }) => type === 'search');
  if (search === undefined) throw new Error('the form has no search field');
  return { search, boxes: inputs.filter(({ type }) => type === 'checkbox') };
}

export function read({ search, boxes }: FormFields): FilterChoice {
  const values = new Map<string, Set<string>>();
  for (const { name, value, checked } of boxes) {
    if (checked) values.set(name, (values.get(name) ?? new Set<string>()).add(value));
  }
  return { values, words: wordsOf(search.value) };
}

/** Shows a filter in the form; values without a checkbox are dropped. */
export function write({ search, boxes }: FormFields, { values, words }: FilterChoice): void {
  if (wordsOf(search.value).join(' ') !== words.join(' ')) search.value = words.join(' ');
  for (const box of boxes) box.checked = values.get(box.name)?.has(box.value) ?? false;
}

/** Updates the number behind each value. A value without steps is dimmed, but can still be chosen. */
export function showCounts({ boxes }: FormFields, { counts }: FilterResult): void {
  for (const box of boxes) {
    const count = counts.get(countKey(box.name, box.value)) ?? 0;
    const number = box.parentElement?.querySelector('.number');
    if (number !== null && number !== undefined) number.textContent = String(count);
    box.parentElement?.classList.toggle('nothing', count === 0);
  }
}
