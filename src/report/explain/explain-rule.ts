import { sourceInWords, type RuleText } from '../../model/lint/rule-text.ts';
import { severityWords } from '../findings/lint-report.ts';
import { wrap } from '../text/flow-text.ts';

const columns = 80;

/** `edgewright explain <rule>`: the rule's mistake, its consequence, a wrong and a right example, and its settings. */
export function renderRule(rule: RuleText): string {
  const parts = [
    `${rule.id} (${rule.group})`,
    paragraph(rule.summary),
    paragraph(rule.why),
    facts(rule),
    `Wrong\n${indented(rule.bad)}`,
    `Right\n${indented(rule.good)}`,
    ...(rule.options === undefined
      ? []
      : [`Options\n${indented(JSON.stringify(rule.options, undefined, 2))}`]),
    rule.ignorable === false
      ? '  It cannot be suppressed.'
      : paragraph(`To suppress it: \`# edgewright-ignore ${rule.id}: reason\` on the line or above it.`),
  ];
  return `${parts.join('\n\n')}\n`;
}

function facts(rule: RuleText): string {
  const rows: readonly (readonly [string, string])[] = [
    ['source', sourceInWords(rule)],
    ['severity', severities(rule)],
    ['fix', fixWords[rule.fix]],
  ];
  return rows.map(([label, text]) => `  ${label.padEnd(10)}${text}`).join('\n');
}

const fixWords: Readonly<Record<RuleText['fix'], string>> = {
  safe: 'yes, --fix',
  unsafe: 'a suggestion, --fix --unsafe',
  none: 'none',
};

/** "error", or by preset if they differ: "minimal off, recommended warning, strict error". */
export function severities({ severity }: RuleText): string {
  const { minimal, recommended, strict } = severity;
  const word = (level: typeof strict): string => (level === 'off' ? 'off' : severityWords[level]);
  if (minimal === recommended && recommended === strict) return word(strict);
  return `minimal ${word(minimal)}, recommended ${word(recommended)}, strict ${word(strict)}`;
}

function paragraph(text: string): string {
  return wrap(text, columns - 2)
    .map((line) => `  ${line}`)
    .join('\n');
}

function indented(text: string): string {
  return text.trimEnd().replaceAll(/^(?=.)/gm, '  ');
}
