import { explainField } from '../../derive/explain/explain.ts';
import { noteInWords } from '../../kinds/api-notes.ts';
import { sourceInWords, type RuleText } from '../../model/lint/rule-text.ts';

/** Describes a kind, module or field like `explain` does; undefined if there is none with this name. */
export function fieldWords(subject: string): string | undefined {
  const explanation = explainField(subject);
  if ('suggestions' in explanation) return undefined;
  const { title, doc, facts, note } = explanation;
  const heading = subject.endsWith(title) ? `**${subject}**` : `**${subject}** (${title})`;
  const rows = note === undefined ? facts : [...facts, { label: 'source', text: noteInWords(note) }];
  return [heading, doc, rows.map(({ label, text }) => `- ${label}: ${text}`).join('\n')].join('\n\n');
}

/** Describes a rule like `explain` does. */
export function ruleWords(rule: RuleText): string {
  const parts = [
    `**${rule.id}** (${rule.group})`,
    rule.summary,
    rule.why,
    `Wrong\n\n${yaml(rule.bad)}`,
    `Right\n\n${yaml(rule.good)}`,
    `source: ${sourceInWords(rule)}`,
  ];
  if (rule.ignorable === false) parts.push('It cannot be suppressed.');
  return parts.join('\n\n');
}

function yaml(text: string): string {
  return `\`\`\`yaml\n${text.trimEnd()}\n\`\`\``;
}
