/**
 * The script of the page: filters steps, opens them, and opens all of them for printing. All that concerns every step
 * is done in slices: a page can have ten thousand.
 */
import { hashAddress, wantedOf } from './address.ts';
import { filterSteps } from './filter.ts';
import { formFields, read, showCounts, write, type FormFields } from './form.ts';
import { stepList } from './list.ts';
import { fill, open, searchText, stepsOf, type PageStep } from './shown-steps.ts';
import { createSlices } from './slices.ts';

const steps = stepsOf(document);
const list = stepList(document, steps);
const stepOf = new Map<EventTarget | null, PageStep>(steps.map((step) => [step.element, step]));
const filtering = createSlices();
const opening = createSlices();
const reading = createSlices();
const form = document.getElementById('filter');
if (form instanceof HTMLFormElement) {
  form.hidden = false;
  start(form, formFields(form));
}
// This event does not bubble.
document.addEventListener('toggle', ({ target }) => fillStep(stepOf.get(target)), true);
openForPrinters();
// So that the first search finds them read.
setTimeout(() => reading.start(eachOf(steps, searchText)));

function start(filter: HTMLFormElement, fields: FormFields): void {
  let writing: ReturnType<typeof setTimeout> | undefined;
  filter.addEventListener('input', () => {
    filtering.start(apply(fields));
    // Browsers limit how often the URL may change, which typing would exceed.
    clearTimeout(writing);
    writing = setTimeout(() => history.replaceState(null, '', `#${hashAddress(read(fields))}`), 250);
  });
  filter.addEventListener('submit', (event) => event.preventDefault());
  filter.addEventListener('reset', (event) => {
    event.preventDefault();
    fields.search.value = '';
    write(fields, wantedOf(''));
    filtering.start(apply(fields));
    clearTimeout(writing);
    history.replaceState(null, '', location.pathname + location.search);
  });
  document
    .getElementById('open-all')
    ?.addEventListener('click', () => opening.start(eachOf(visible(), open)));
  document.getElementById('close-all')?.addEventListener('click', () => {
    opening.start(eachOf(visible(), ({ element }) => (element.open = false)));
  });
  addEventListener('hashchange', () => follow(fields));
  if (matchMedia('(max-width: 60rem)').matches) filter.querySelector('details')?.removeAttribute('open');
  follow(fields);
}

function visible(): readonly PageStep[] {
  filtering.finish();
  return steps.filter(list.isShown);
}

function* eachOf(all: readonly PageStep[], act: (step: PageStep) => unknown): Generator {
  for (const step of all) {
    act(step);
    yield;
  }
}

/** Shows what the form asks for. */
function* apply(fields: FormFields): Generator {
  const filtered = yield* filterSteps(steps, read(fields));
  showCounts(fields, filtered);
  const shown = document.getElementById('shown');
  if (shown !== null) shown.textContent = `${filtered.shown.size} of ${steps.length} steps`;
  const none = document.getElementById('none');
  if (none !== null) none.hidden = filtered.shown.size > 0;
  yield* list.show(filtered.shown);
}

/** The fragment of the URL is the id of an element or a filter. */
function follow(fields: FormFields): void {
  const address = location.hash.slice(1);
  const named = address === '' ? null : document.getElementById(address);
  if (named === null) {
    write(fields, wantedOf(address));
    filtering.start(apply(fields));
    return;
  }
  filtering.start(apply(fields));
  const step = stepOf.get(named);
  if (step === undefined) return;
  filtering.finish();
  if (!list.isShown(step)) {
    write(fields, wantedOf(''));
    filtering.start(apply(fields));
    filtering.finish();
  }
  open(step);
  step.element.scrollIntoView({ block: 'start' });
  step.element.querySelector('summary')?.focus({ preventScroll: true });
}

function fillStep(step: PageStep | undefined): void {
  if (step !== undefined) fill(step);
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
