import { allSubjects } from '../../../derive/explain/explain-document.ts';
import { kindSubjects } from '../../../derive/explain/explain.ts';
import type { NextWord } from '../next-words.ts';

/** Subjects of `explain`: names first, the keys below a name once it is typed with its dot. */
export async function topicWords(typed: string, policies: readonly string[]): Promise<readonly NextWord[]> {
  const { languageSubjects } = await import('../../../derive/policy-language/explain-language.ts');
  const subjects = [...kindSubjects(), ...allSubjects(), ...languageSubjects()];
  const depth = typed.split('.').length;
  const near = subjects.filter((subject) => subject.split('.').length === depth);
  if (depth > 1) return near.map((value) => ({ value }));
  const { rules } = await import('../../../lint/rules.ts');
  return [
    ...near.map((value) => ({ value })),
    ...policies.map((name) => ({ value: `policy/${name}` })),
    ...rules.map(({ id: value, summary: doc }) => ({ value, doc })),
  ];
}

/** `policy-ip-range=`, then a severity. */
export async function ruleSeverities(
  typed: string,
  severities: readonly string[],
): Promise<readonly NextWord[]> {
  const { rules } = await import('../../../lint/rules.ts');
  const [id = ''] = typed.split('=');
  if (typed.includes('=')) return severities.map((severity) => ({ value: `${id}=${severity}` }));
  return rules.map((rule) => ({ value: `${rule.id}=`, doc: rule.summary, isOpen: true }));
}
