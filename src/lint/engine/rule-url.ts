import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Levels } from './levels.ts';

/** Adds the URL of the rule's page if `lint.docs_url` is set. Lint policies have no page. */
export function withUrl(diagnostic: Diagnostic, levels: Levels, docsUrl: string | undefined): Diagnostic {
  const rule = levels.rule(diagnostic.rule);
  if (docsUrl === undefined || rule === undefined || rule.id.startsWith('policy/')) return diagnostic;
  return { ...diagnostic, url: `${docsUrl.replace(/\/$/, '')}/rules/${rule.group}.md#${rule.id}` };
}
