/* A question in front of the page. The browser keeps the focus in it, closes it with Escape, and returns the focus. */
import { button, tag } from './elements.ts';

interface Dialog {
  readonly title: string;
  readonly text?: string;
  readonly content?: readonly HTMLElement[];
  /** The texts of the buttons; the first one is what Enter does. */
  readonly actions: readonly string[];
  /** Why an action cannot be done with what is typed; the dialog stays open. */
  readonly problem?: (action: string) => string | undefined;
}

/** The chosen action; undefined if it was closed without one. */
export function askUser({
  title,
  text,
  content = [],
  actions,
  problem,
}: Dialog): Promise<string | undefined> {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'dialog-title');
  const heading = tag('h2', title);
  heading.id = 'dialog-title';
  const complaint = tag('p', '', 'error');
  complaint.setAttribute('role', 'alert');
  const form = document.createElement('form');
  const row = tag('p', '', 'actions');
  let chosen: string | undefined;
  const choose = (action: string): void => {
    const wrong = problem?.(action);
    complaint.textContent = wrong ?? '';
    if (wrong !== undefined) return;
    chosen = action;
    dialog.close();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    choose(actions[0] ?? '');
  });
  for (const [index, action] of actions.entries()) {
    const made = button(action, () => choose(action));
    if (index === 0) made.className = 'main';
    row.append(made);
  }
  row.append(button('Cancel', () => dialog.close()));
  form.append(heading, ...(text === undefined ? [] : [tag('p', text)]), ...content, complaint, row);
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(chosen);
    });
  });
}

/** A text to copy, with a button for it. */
export async function showText(title: string, text: string, shown: string): Promise<void> {
  const area = document.createElement('textarea');
  area.readOnly = true;
  area.value = shown;
  area.rows = Math.min(12, shown.split('\n').length + 1);
  area.setAttribute('aria-label', title);
  area.addEventListener('focus', () => area.select());
  const done = tag('span', '', 'dim');
  done.setAttribute('role', 'status');
  const copy = button('Copy', () => {
    area.select();
    navigator.clipboard.writeText(shown).then(
      () => (done.textContent = ' Copied.'),
      () => (done.textContent = ' The browser refused: the text is selected, press Ctrl+C.'),
    );
  });
  const row = tag('p');
  row.append(copy, done);
  await askUser({ title, text, content: [area, row], actions: [] });
}

export function field(label: string, input: HTMLInputElement | HTMLTextAreaElement): HTMLLabelElement {
  const made = document.createElement('label');
  made.className = 'field';
  made.append(label, input);
  return made;
}

export async function askText(
  title: string,
  label: string,
  value: string,
  check: (text: string) => string | undefined,
): Promise<string | undefined> {
  const input = document.createElement('input');
  input.value = value;
  input.spellcheck = false;
  const action = await askUser({
    title,
    content: [field(label, input)],
    actions: ['OK'],
    problem: () => check(input.value.trim()),
  });
  return action === undefined ? undefined : input.value.trim();
}
