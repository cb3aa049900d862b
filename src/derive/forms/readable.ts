import { layOutPolicy } from '../policy/traffic-policy-layout.ts';
import { layOutXml } from '../../text/xml-layout.ts';

/** What a long text is, where that decides how its lines are laid out; `FieldChange.form` says it. */
type ReadableForm = 'traffic-policy' | 'saml-metadata';

/**
 * A long text laid out line by line, for a diff that a person reads: a traffic policy as YAML with its keys in one
 * order, XML with an element a line. Texts that mean the same come out the same, however they were formatted, so the
 * lines that differ are the change. Without a `form` only what is plainly JSON, XML or a policy is laid out. A text of
 * which nothing can be made comes back as it is. Always ends in a line break, but for the empty text.
 */
export function readable(text: string, form?: ReadableForm): string {
  if (text === '') return '';
  const laidOut = isXml(text, form) ? layOutXml(text) : isPolicy(text, form) ? layOutPolicy(text) : undefined;
  return laidOut ?? (text.endsWith('\n') ? text : `${text}\n`);
}

function isXml(text: string, form: ReadableForm | undefined): boolean {
  return form === 'saml-metadata' || (form === undefined && /^\s*</.test(text));
}

/** Prose with a colon in it is YAML too: without a form the keys must be those of a policy. */
function isPolicy(text: string, form: ReadableForm | undefined): boolean {
  return form === 'traffic-policy' || (form === undefined && /^\s*[{[]|^on_[a-z_]+:/m.test(text));
}
