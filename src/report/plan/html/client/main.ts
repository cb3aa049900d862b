/** The script of the page: filters steps, opens them, and opens all of them for printing. */
import { hashAddress, wantedOf } from './address.ts';
import { filterSteps } from './filter.ts';
import { formFields, read, showCounts, write, type FormFields } from './form.ts';
import { fill, open, stepsOf, type PageStep } from './shown-steps.ts';

const steps = stepsOf(document);
const form = document.getElementById('filter');
if (form instanceof HTMLFormElement) {
  form.hidden = false;
  start(form, formFields(form));
}
for (const step of steps) step.element.addEventListener('toggle', () => fill(step));
openForPrinters();

function start(filter: HTMLFormElement, fields: FormFields): void {
  let writing: ReturnType<typeof setTimeout> | undefined;
  filter.addEventListener('input', () => {
    apply(fields);
    // Browsers limit how often the URL may change, which typing would exceed.
    clearTimeout(writing);
    writing = setTimeout(() => history.replaceState(null, '', `#${hashAddress(read(fields))}`), 250);
  });
  filter.addEventListener('submit', (event) => event.preventDefault());
  filter.addEventListener('reset', (event) => {
    event.preventDefault();
    fields.search.value = '';
    write(fields, wantedOf(''));
    apply(fields);
    clearTimeout(writing);
    history.replaceState(null, '', location.pathname + location.search);
  });
  document.getElementById('open-all')?.addEventListener('click', () => visible().forEach(open));
  document.getElementById('close-all')?.addEventListener('click', () => {
    for (const { element } of visible()) element.open = false;
  });
  addEventListener('hashchange', () => follow(fields));
  if (matchMedia('(max-width: 60rem)').matches) filter.querySelector('details')?.removeAttribute('open');
  follow(fields);
}

function visible(): readonly PageStep[] {
  return steps.filter(({ element }) => !element.hidden);
}

function apply(fields: FormFields): void {
  const filtered = filterSteps(steps, read(fields));
  for (const step of steps) step.element.hidden = !filtered.shown.has(step);
  for (const group of document.querySelectorAll<HTMLElement>('.group')) {
    const all = group.querySelectorAll('.step').length;
    const left = group.querySelectorAll('.step:not([hidden])').length;
    group.hidden = left === 0;
    const count = group.querySelector('.count');
    if (count !== null)
      count.textContent = left === all ? `${all} ${all === 1 ? 'step' : 'steps'}` : `${left} of ${all} steps`;
  }
  // The number of steps folded into a sample is only right while all steps are shown.
  for (const more of document.querySelectorAll<HTMLElement>('.alike'))
    more.hidden = filtered.shown.size < steps.length;
  showCounts(fields, filtered);
  const shown = document.getElementById('shown');
  if (shown !== null) shown.textContent = `${filtered.shown.size} of ${steps.length} steps`;
  const none = document.getElementById('none');
  if (none !== null) none.hidden = filtered.shown.size > 0;
}

/** The fragment of the URL is the id of an element or a filter. */
function follow(fields: FormFields): void {
  const address = location.hash.slice(1);
  const named = address === '' ? null : document.getElementById(address);
  if (named === null) {
    write(fields, wantedOf(address));
    apply(fields);
    return;
  }
  apply(fields);
  const step = steps.find(({ element }) => element === named);
  if (step === undefined) return;
  if (step.element.hidden) {
    write(fields, wantedOf(''));
    apply(fields);
  }
  open(step);
  step.element.scrollIntoView({ block: 'start' });
  step.element.querySelector('summary')?.focus({ preventScroll: true });
}

function openForPrinters(): void {
  let closed: readonly HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    visible().forEach(fill);
    closed = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const details of closed) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of closed) details.open = false;
    closed = [];
  });
}
