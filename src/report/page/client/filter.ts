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
    const failing = [...values].filter(
      ([key, wanted]) => !(step.facets[key] ?? []).some((value) => wanted.has(value)),
    );
    if (failing.length === 0) shown.add(step);
    for (const [key, of] of Object.entries(step.facets)) {
      // A step counts for a facet if no other facet hides it.
      if (failing.some(([other]) => other !== key)) continue;
      for (const value of of) counts.set(countKey(key, value), (counts.get(countKey(key, value)) ?? 0) + 1);
    }
  }
  return { shown, counts };
}

const countKey = (key: string, value: string): string => `${key} ${value}`;

/** The filter of a form, as it is in the fragment of the page's URL: it can be shared. */
export function parametersOf(form: HTMLFormElement): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') parameters.append(name, value);
  const words = parameters.get('q')?.trim() ?? '';
  parameters.delete('q');
  if (words !== '') parameters.set('q', words);
  return parameters;
}

/** Shows a filter in the form; values without a checkbox are dropped. */
export function fillForm(form: HTMLFormElement, parameters: URLSearchParams): void {
  for (const input of form.querySelectorAll('input')) {
    if (input.type === 'search') input.value = parameters.get(input.name) ?? '';
    else input.checked = parameters.getAll(input.name).includes(input.value);
  }
}

export function choiceOf(parameters: URLSearchParams): FilterChoice {
  const facets = [...new Set(parameters.keys())].filter((key) => key !== 'q');
  return {
    values: new Map(facets.map((key) => [key, new Set(parameters.getAll(key))])),
    words: (parameters.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean),
  };
}

/** Updates the number behind each value. A value without steps is dimmed, but can still be chosen. */
export function showCounts(form: HTMLFormElement, { counts }: FilterResult): void {
  for (const { name, value, parentElement: label } of form.querySelectorAll('input')) {
    const count = counts.get(countKey(name, value)) ?? 0;
    label?.querySelector('.number')?.replaceChildren(String(count));
    if (label?.localName === 'label') label.classList.toggle('nothing', count === 0);
  }
}
