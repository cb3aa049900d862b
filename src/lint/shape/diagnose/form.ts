import type { DocumentForm } from '../../../kinds/documents/document-field.ts';
import type { Path } from '../../../model/value.ts';
import { shown, type ShapeFinding } from '../shape-finding.ts';

/**
 * Reports a string of the file format that does not have the required form. Without a known form the value is not
 * shown, because it might be a secret.
 */
export function diagnoseForm(path: Path, text: string, form: DocumentForm | undefined): ShapeFinding {
  const key = String(path.at(-1) ?? 'this');
  if (form === undefined) {
    const message = `\`${key}\` must be of another form`;
    return { rule: 'invalid-format', finding: { at: { path }, message }, broken: path };
  }
  const { rule, is, help = helpFor(key, is, text) } = form;
  const message =
    text === '' ? `\`${key}\` is empty, but must be ${is}` : `\`${key}\` must be ${is}, not ${shown(text)}`;
  return { rule, finding: { at: { path }, message: short(message, key, text), help }, broken: path };
}

function helpFor(key: string, is: string, text: string): string {
  const slug = key === 'name' ? slugOf(text) : '';
  if (slug === '') return `\`${key}\` must be ${is}`;
  return `write \`${slug}\`: lower-case letters, digits and \`-\`, at most 63, not beginning with \`-\``;
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+/g, '')
    .slice(0, 63)
    .replaceAll(/-+$/g, '');
}

/** Keeps a message within 100 characters: if necessary, the expected form moves to the help. */
function short(message: string, key: string, text: string): string {
  return message.length <= 100 ? message : `${shown(text)} is not a valid \`${key}\``;
}
