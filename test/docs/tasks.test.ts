/** What people come for, found from the README: by its links, at most two pages are opened until one has the answer. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from './page.ts';

/** Each task with words of the answer, as a page has them. */
const tasks: Readonly<Record<string, RegExp>> = {
  'log in with Google': /type: oauth\n +config: \{ provider: google \}/,
  'rename a resource': /^formerly: \[\w+\]$/m,
  'the fields of a route': /^### `https-route\.match_type`$/m,
  'what exit code 6 means': /^\| 6 \| .* refused/m,
  'undo a run': /`apply --rollback 12` undoes run 12/,
  'run in GitLab': /edgewright init .*--with gitlab/,
  'JWT for an API': /^# Require a JWT for an API$/m,
  'what a rule means': /^#+ `?route-unprotected`?$/m,
  'rotate a secret': /rotated: the value of/,
  'a second environment': /edgewright init --env staging/,
  'import what exists': /^\$ edgewright pull/m,
};

describe('from the README', () => {
  test.each(Object.entries(tasks))('%s', (_task, answer) => {
    const opened = linksOf('README.md');
    const next = opened.flatMap(linksOf);
    expect([...opened, ...next].filter((page) => answer.test(textOf(page))).length).toBeGreaterThan(0);
  });
});

function textOf(page: string): string {
  return readFileSync(path.join(repository, page), 'utf8');
}

/** The pages that a page links to, without the parts after `#`. */
function linksOf(page: string): readonly string[] {
  const targets = [...textOf(page).matchAll(/\]\(([^)\s#]+\.md)(?:#[^)]*)?\)/g)].map(([, target = '']) =>
    path.posix.join(path.posix.dirname(page), target),
  );
  return [...new Set(targets)].filter((target) => existsSync(path.join(repository, target)));
}
