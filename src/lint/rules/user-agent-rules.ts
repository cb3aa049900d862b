import { nestedRepetition } from '../../derive/expressions/linear-patterns.ts';
import { isTree } from '../../derive/forms/tree.ts';
import { activeModule } from '../../derive/module-state.ts';
import type { Path, Spec } from '../../model/value.ts';
import { isWritten } from '../domain/specs/written.ts';
import { re2Problem } from '../domain/values/re2.ts';
import { onRoute } from '../rule-examples.ts';
import { recommended, resourceRules } from '../rule-group.ts';
import { quoted } from '../../text/quoted.ts';
import { textItems } from '../domain/specs/text-items.ts';

export const userAgentRules = resourceRules(
  { group: 'user-agent', source: 'user-agent-filter', kinds: ['https-route'], fields: ['user_agent_filter'] },
  {
    'ua-filter-allow-deny': {
      severity: recommended('warn'),
      summary: 'A user agent is both allowed and denied, or all are denied.',
      why: 'Whether `allow` or `deny` wins is not documented, and a pattern that matches everything blocks every client.',
      bad: onRoute('user_agent_filter: { enabled: true, allow: [curl], deny: [curl] }'),
      good: onRoute('user_agent_filter: { enabled: true, allow: [curl], deny: [wget] }'),
      check({ spec }, report) {
        const module = activeModule(spec, 'user_agent_filter');
        const allowed = new Map(textItems(module?.['allow']).map((item) => [item.text, item]));
        for (const { text, index } of textItems(module?.['deny'])) {
          const at = { path: ['user_agent_filter', 'deny', index] };
          const same = allowed.get(text);
          if (same !== undefined) {
            const related = [{ path: ['user_agent_filter', 'allow', same.index], label: 'allowed here' }];
            report({ at, message: `${quoted(text)} is both allowed and denied`, related });
          } else if (/^\^?(?:\(\?[ims]+\))?\.[*+]\$?$/.test(text)) {
            report({ at, message: `${quoted(text)} denies every user agent` });
          }
        }
      },
    },
    'ua-filter-empty': {
      severity: recommended('warn'),
      summary: 'The user agent filter has no pattern.',
      why: 'Whether a filter without patterns lets in every client or none is not documented.',
      bad: onRoute('user_agent_filter: { enabled: true }'),
      good: onRoute('user_agent_filter: { enabled: true, deny: [curl] }'),
      check(subject, report, context) {
        const module = activeModule(subject.spec, 'user_agent_filter');
        if (module === undefined) return;
        const lists = ['allow', 'deny'];
        // A value that is not a list has been reported.
        const isPattern = (value: unknown): boolean => !Array.isArray(value) || value.length > 0;
        if (lists.some((name) => module[name] !== undefined && isPattern(module[name]))) return;
        if (
          lists.some(
            (name) => module[name] === undefined && isWritten(subject, ['user_agent_filter', name], context),
          )
        )
          return;
        report({
          at: { path: ['user_agent_filter'], on: 'key' },
          message: '`user_agent_filter` has neither `allow` nor `deny` patterns',
        });
      },
    },
    'ua-filter-enabled-explicit': {
      severity: recommended('warn'),
      summary: 'The user agent filter does not set `enabled`.',
      why: 'The user agent filter is the only module without a documented default for `enabled`, so it may be off.',
      fix: 'unsafe',
      bad: onRoute('user_agent_filter: { deny: [curl] }'),
      good: onRoute('user_agent_filter: { enabled: true, deny: [curl] }'),
      check(subject, report, context) {
        const module = subject.spec['user_agent_filter'];
        if (!isTree(module) || module['enabled'] !== undefined) return;
        if (isWritten(subject, ['user_agent_filter', 'enabled'], context)) return;
        report({
          at: { path: ['user_agent_filter'], on: 'key' },
          message: '`user_agent_filter` has no `enabled`, and no default is stated',
          fix: {
            safety: 'unsafe',
            title: 'write `enabled: true`',
            changes: [{ insert: ['user_agent_filter'], key: 'enabled', value: true }],
          },
        });
      },
    },
    'ua-filter-regex-portable': {
      severity: recommended('info'),
      summary: 'A user agent pattern uses features that RE2 does not support.',
      why: 'RE2 has neither lookaround nor backreferences, so the pattern matches nothing or the API rejects it; elsewhere nested repetitions can take very long.',
      bad: onRoute('user_agent_filter: { enabled: true, deny: ["curl(?!/8)"] }'),
      good: onRoute('user_agent_filter: { enabled: true, deny: ["curl/[0-7]"] }'),
      check({ spec }, report) {
        for (const { text, path } of patternsOf(spec)) {
          const problem = re2Problem(text);
          const nested = nestedRepetition(text);
          if (problem?.isValidElsewhere === true) {
            report({
              at: { path, within: problem },
              message: `${quoted(text)} uses ${quoted(text.slice(problem.start, problem.end))}, which RE2 does not support`,
            });
          } else if (problem === undefined && nested !== undefined) {
            report({
              at: { path, within: nested },
              message: `${quoted(text)} uses a nested repetition, which is slow outside RE2`,
            });
          }
        }
      },
    },
    'ua-filter-regex': {
      severity: recommended('warn'),
      summary: 'A user agent pattern is not a valid regular expression.',
      why: 'A pattern that does not compile matches nothing, or the API rejects the whole module.',
      bad: onRoute('user_agent_filter: { enabled: true, deny: ["curl("] }'),
      good: onRoute('user_agent_filter: { enabled: true, deny: ["curl"] }'),
      check({ spec }, report) {
        for (const { text, path } of patternsOf(spec)) {
          const problem = re2Problem(text);
          if (problem === undefined || problem.isValidElsewhere) continue;
          report({
            at: { path, within: problem },
            message: `${quoted(text)} is not a valid regular expression: ${problem.what}`,
            help: helpFor(problem.what, text.charAt(problem.start)),
          });
        }
      },
    },
  },
);

function patternsOf(spec: Spec): readonly { readonly text: string; readonly path: Path }[] {
  const module = activeModule(spec, 'user_agent_filter');
  return ['allow', 'deny'].flatMap((list) =>
    textItems(module?.[list]).map(({ text, index }) => ({ text, path: ['user_agent_filter', list, index] })),
  );
}

/** How to complete the pattern, or how to escape the character where the problem is. */
function helpFor(problem: string, character: string): string {
  if (problem.endsWith(' )')) return 'close the group with `)`, or write `\\(` for the character itself';
  if (problem.endsWith(' ]')) return 'close the bracket with `]`, or write `\\[` for the character itself';
  if (character === '*') return 'write `.*` for any text, or `\\*` for the character itself';
  if (/[+?)\]{}|.^$]/.test(character)) return `write \`\\${character}\` for the character itself`;
  return 'write a backslash before each character that is meant literally, such as `\\.`';
}
