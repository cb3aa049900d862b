import type { RuleText } from '../../model/lint/rule-text.ts';
import { codeBlock } from '../text/markdown.ts';
import { renderRule } from '../explain/explain-rule.ts';

/** SARIF's descriptors of rules, sorted by id, from the texts of the rules. `urls`: the pages of the rules. */
export function sarifRules(
  ids: readonly string[],
  { rules, urls }: { readonly rules: readonly RuleText[]; readonly urls: ReadonlyMap<string, string> },
): readonly object[] {
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  return ids.map((id) => {
    const rule = known.get(id);
    return rule === undefined ? policy(id) : described(rule, urls.get(id));
  });
}

/** A policy has its text in its findings, but GitHub requires a text for each rule. */
function policy(id: string): object {
  const text = `A policy of the workspace. \`edgewright explain ${id}\` says what it asks for.`;
  return { id, shortDescription: { text: id }, fullDescription: { text }, help: { text } };
}

function described(rule: RuleText, url: string | undefined): object {
  const { id, group, summary, why, severity, isMust } = rule;
  return {
    id,
    shortDescription: { text: summary },
    fullDescription: { text: why },
    ...(url === undefined ? {} : { helpUri: url }),
    help: { text: renderRule(rule), markdown: helpMarkdown(rule) },
    defaultConfiguration: level(severity.recommended),
    properties: {
      tags: [group],
      precision: isMust ? 'very-high' : 'high',
      'problem.severity': problem(severity.strict),
    },
  };
}

function helpMarkdown({ id, summary, why, bad, good, ignorable }: RuleText): string {
  const silence =
    ignorable === false
      ? 'It cannot be suppressed.'
      : `To suppress it: \`# edgewright-ignore ${id}: reason\` on the line or above it.`;
  const parts = [summary, why, 'Wrong:', codeBlock(bad, 'yaml'), 'Right:', codeBlock(good, 'yaml'), silence];
  return `${parts.join('\n\n')}\n`;
}

function level(severity: RuleText['severity']['strict']): object {
  switch (severity) {
    case 'off':
      return { enabled: false };
    case 'error':
      return { level: 'error' };
    case 'warn':
      return { level: 'warning' };
    case 'info':
      return { level: 'note' };
  }
}

/** GitHub's severity words, by which it sorts. */
function problem(severity: RuleText['severity']['strict']): string {
  if (severity === 'error') return 'error';
  return severity === 'warn' ? 'warning' : 'recommendation';
}
