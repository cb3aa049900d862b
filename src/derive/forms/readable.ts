import { layOutXml } from '../../text/xml-layout.ts';
import { layOutPolicy } from '../policy/traffic-policy-layout.ts';

/** The form of a long text that determines its layout; set in `FieldChange.form`. */
type ReadableForm = 'traffic-policy' | 'saml-metadata';

/**
 * A long text laid out line by line for a readable diff: a traffic policy as YAML with sorted keys, XML with one
 * element per line. Equivalent texts get the same layout, so the differing lines are the change. Without a `form`, only
 * clear JSON, XML or policies are laid out. A text that cannot be parsed is returned as it is. Always ends in a line
 * break, except for the empty string.
 */
export function readable(text: string, form?: ReadableForm): string {
  if (text === '') return '';
  const laidOut = isXml(text, form) ? layOutXml(text) : isPolicy(text, form) ? layOutPolicy(text) : undefined;
  return laidOut ?? (text.endsWith('\n') ? text : `${text}\n`);
}

function isXml(text: string, form: ReadableForm | undefined): boolean {
  return form === 'saml-metadata' || (form === undefined && /^\s*</.test(text));
}

/** Prose with a colon is YAML too, so without a form the keys must be those of a policy. */
function isPolicy(text: string, form: ReadableForm | undefined): boolean {
  return form === 'traffic-policy' || (form === undefined && /^\s*[{[]|^on_[a-z_]+:/m.test(text));
}
