import { explainDocument, allSubjects } from './explain-document.ts';
import { explainField, kindSubjects } from './explain.ts';
import type { Explanation } from './explanation.ts';
import { explainLanguage } from '../policy-language/explain-language.ts';

/** The subjects that end with a path as it is written in a file, and the explanation of the one that is meant. */
export interface EndMeant {
  /** Without those that say the same as another one. */
  readonly subjects: readonly string[];
  readonly explanation?: Explanation;
}

/**
 * Explains `given.ip_policies`, `safety.max_deletes` or `vars`: the end of a subject, as the key has it in its file. If
 * several subjects end so, it is the one at the top of its document, and among those the one with keys of its own.
 */
export function explainEnd(subject: string): EndMeant {
  const endsSo = (name: string): boolean => name.endsWith(`.${subject}`);
  const [ofKinds, ofDocuments] = [kindSubjects().filter(endsSo), allSubjects().filter(endsSo)];
  const ofLanguage = languageParts.map((part) => part + subject).filter((name) => explainLanguage(name));
  const all = distinct([...ofKinds, ...ofDocuments, ...ofLanguage]);
  const subjects = all.map(({ subject: name }) => name);
  const isOfDocuments = ofKinds.length + ofLanguage.length === 0;
  const atTop = isOfDocuments ? all.filter((explanation) => depthOf(explanation, subject) === 1) : [];
  const withKeys = atTop.filter(({ fields }) => fields.length > 0);
  const [meant] = [all, atTop, withKeys].find(({ length }) => length === 1) ?? [];
  return meant === undefined ? { subjects } : { subjects, explanation: meant };
}

const languageParts = ['policy.', 'policy.variables.', 'policy.functions.'];

/** Of those that say the same, the first, defaults last: `test.tests.given` and `test.defaults.given` say the same. */
function distinct(subjects: readonly string[]): readonly Explanation[] {
  const byText = new Map<string, Explanation>();
  const isDefault = (name: string): boolean => name.includes('.defaults.');
  for (const name of [...subjects].sort((one, other) => Number(isDefault(one)) - Number(isDefault(other)))) {
    const explanation = explained(name);
    if (explanation === undefined) continue;
    const { title, doc, fields } = explanation;
    const text = JSON.stringify([title, doc, fields]);
    if (!byText.has(text)) byText.set(text, explanation);
  }
  return [...byText.values()];
}

function explained(subject: string): Explanation | undefined {
  const explanation = explainDocument(subject) ?? explainLanguage(subject);
  if (explanation !== undefined) return explanation;
  const field = explainField(subject);
  return 'suggestions' in field ? undefined : field;
}

/** How many keys are above the end and at it; `tests` of a file of tests is its only list, and does not count. */
function depthOf({ subject }: Explanation, end: string): number {
  const above = subject.slice(0, -end.length - 1).replace(/^(test|policy-test)\.tests$/, '$1');
  return above.split('.').length;
}
