import { expect, test } from 'vitest';
import { planHtml } from '../../src/report/page/page.ts';
import type { MadeBy } from '../../src/model/plan/plan.ts';
import { planMarkdown } from '../../src/report/plan/markdown/plan-markdown.ts';
import { planOf, stepOf } from './made-plan.ts';

const plan = planOf([stepOf('endpoint/www', 'update')]);
const madeBy: MadeBy = {
  version: '1.2.3',
  apis: ['https://api.example.com', 'local'],
  commit: '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d',
  time: '2026-11-22 09:46:03 UTC',
};

test('the foot of a comment names the APIs, the commit, the time and the version', () => {
  expect(planMarkdown([plan], { madeBy }).split('---\n\n')[1]).toBe(
    'API `https://api.example.com`, API `built-in mock API`, commit `1a2b3c4d5e6f`, time `2026-11-22 09:46:03 UTC`, Edgewright `1.2.3`, digest `6998965c9d89`\n',
  );
});

test('where there is no commit and no time, none is named', () => {
  const page = planMarkdown([plan], { madeBy: { version: '1.2.3', apis: ['local'] } });
  expect(page.endsWith('---\n\nAPI `built-in mock API`, Edgewright `1.2.3`, digest `6998965c9d89`\n')).toBe(
    true,
  );
});

test('the page has the same in its head, and who ran it', () => {
  const page = planHtml([{ plan, diagnostics: [] }], { madeBy: { ...madeBy, by: 'mona' } });
  const head = page.slice(page.indexOf('<header>'), page.indexOf('</header>')).replace(/<[^>]*>/g, ' ');
  for (const text of ['https://api.example.com', '1a2b3c4d5e6f', '2026-11-22 09:46:03 UTC', '1.2.3', 'mona'])
    expect(head).toContain(text);
});
