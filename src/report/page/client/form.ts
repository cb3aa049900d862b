import { wordsOf } from './address.ts';
import { countKey, type FilterResult, type FilterChoice } from './filter.ts';

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
