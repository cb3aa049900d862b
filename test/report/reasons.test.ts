/** A refusal says what happens in a sentence, and who asks for what in a table. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExposureFact, ExposureLoss } from '../../src/model/facts/exposure.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import { planDocument } from '../../src/report/plan/json/plan-json.ts';
import { planMarkdown } from '../../src/report/plan/markdown/plan-markdown.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import { sentence, shortSentence } from '../../src/report/text/markdown.ts';
import { widthOf } from '../../src/report/text/flow-text.ts';
import '../property-seed.ts';
import { pageOf } from './html/page-of.ts';
import { planOf, stepOf } from './made-plan.ts';
import { ours, seenIn } from './markdown-page.ts';

const loss: ExposureLoss = {
  code: 'let-in',
  request: 'GET /admin',
  conditions: ["req.headers['x-team'] == 'ops'"],
  by: 'deny',
  how: 'delivered',
};

function refused(lost: readonly ExposureLoss[], from = ['https-route/admin']): Plan {
  const reason: ExposureFact = {
    code: 'handover',
    how: 'another-way',
    spaces: ['backend/admin'],
    more: 0,
    from,
    protection: ['oidc', 'traffic_policy'],
    to: 'https-route/open',
    lost,
  };
  const exposure = {
    direction: 'weaker',
    reasons: [reason],
    isAllowed: false,
    change: 'a'.repeat(32),
  } as const;
  return planOf([stepOf('https-route/open', 'create', { exposure })], {
    refusals: [{ gate: 'exposure', fact: { code: 'less-protected' }, addresses: ['https-route/open'] }],
  });
}

const losses: readonly ExposureLoss[] = [{ code: 'module-missing', module: 'oidc' }, loss];
const terminal = { color: false, columns: 80 };

test('text: a headline, and a column each for the way, what it asks for, and what is missing', () => {
  expect(planText(refused(losses, ['tls-edge/x']), terminal)).toContain(`
    REFUSED: becomes less protected, not approved
    this one is another way to \`backend/admin\`, with less protection
      existing way  asks for                  the new one lacks
      \`tls-edge/x\`  \`oidc\`, \`traffic_policy\`  \`oidc\`
                                              \`deny\` for \`GET /admin\`, if
                                              \`req.headers['x-team'] == 'ops'\`
`);
});

test('text: names that leave no room for columns stand behind their titles', () => {
  const long = `https-route/${'a-long-name-'.repeat(9)}`;
  const text = planText(refused(losses, [long, 'https-route/b']), terminal);
  expect(text).toContain(`
      existing way:      \`${long.slice(0, 54)}
                         ${long.slice(54, 109)}
`);
  expect(text).toContain(`
      asks for:          \`oidc\`, \`traffic_policy\`
      the new one lacks: \`oidc\`
                         \`deny\` for \`GET /admin\`, if \`req.headers['x-team'] ==
                         'ops'\`
`);
  expect(text.split('\n').filter((line) => widthOf(line) > 80)).toEqual([]);
});

test('text: many long losses are cut, and all of them are there when asked for', () => {
  const many = Array.from({ length: 9 }, (_, index) => ({
    ...loss,
    request: `GET /${index}`,
    conditions: Array.from({ length: 12 }, (_each, at) => `condition number ${at} of many`),
  }));
  const brief = planText(refused(many), terminal);
  const all = planText(refused(many), { ...terminal, view: 'all' });
  expect(brief.split('\n').length).toBeLessThan(45);
  expect(brief).toContain('… (plan --all shows the rest)');
  expect(brief).toContain('… 4 more (plan --all shows them)');
  expect(all).not.toContain('…');
  expect(all).toContain('GET /8');
});

test('comment: the table is in the block of what is refused, and in the diff', () => {
  const markdown = planMarkdown([refused(losses)]);
  const { html, tags } = seenIn(markdown);
  expect(markdown).toContain(
    '>   | existing way | asks for | the new one lacks |\n>   |---|---|---|\n>   | `https-route/admin` | `oidc`, `traffic_policy` | `oidc` |\n',
  );
  expect(html.match(/<th>the new one lacks<\/th>/g)).toHaveLength(2);
  expect([...tags].filter((tag) => !ours.has(tag))).toEqual([]);
});

test('page: the table has a column title for each cell', () => {
  const html = pageOf([{ plan: refused(losses) }]);
  expect(html).toContain('<td data-label="existing way"><code>https-route/admin</code></td>');
  expect(html).toContain('<td data-label="the new one lacks"><code>oidc</code></td>');
});

test('JSON: the sentence, the rows, and a sentence for each loss', () => {
  const { plans } = planDocument([refused(losses)]) as {
    readonly plans: readonly [{ readonly steps: readonly [{ readonly exposure: object }] }];
  };
  expect(plans[0].steps[0].exposure).toMatchObject({
    reasons: [
      {
        text: 'this one is another way to `backend/admin`, with less protection',
        rows: [
          { way: '`https-route/admin`', asks: '`oidc`, `traffic_policy`', lacks: '`oidc`' },
          { way: '', asks: '', lacks: expect.stringContaining('`deny` for `GET /admin`') as string },
        ],
        lost: [{ code: 'module-missing', text: 'without `oidc`' }, { code: 'let-in' }],
      },
    ],
  });
});

test.each([
  ['it said @all and more', 'it said `@all` and more'],
  ['see https://a.example and #1, then `x`', 'see `https://a.example` and `#1`, then `x`'],
  ['*a* *b* c', '`*a* *b*` c'],
  ['@a`b` c', '`@ab` c'],
  ['(since 2026-05-30T00:00:00Z) and 12:30, (@a).', '(since 2026-05-30T00:00:00Z) and 12:30, (`@a`).'],
  ['an arrow -> `x` at 12:30', 'an arrow -> `x` at 12:30'],
])('markdown: only words that mean something become code: %s', (text, shown) => {
  expect(sentence(text)).toBe(shown);
});

test('markdown: a sentence that is cut within a code span ends it', () => {
  expect(shortSentence('was kept out by `a-long-name` of this', 24)).toBe('was kept out by `a-long`…');
  expect(shortSentence('was kept out by `a` of this', 24)).toBe('was kept out by `a` of …');
});

test('markdown: whatever the words are, nothing in them has a meaning', () => {
  const word = fc.constantFrom(
    ...[
      'a',
      'b,',
      '`',
      '`x`',
      '``',
      '@all',
      '#12',
      '<b>',
      '&amp;',
      '*x*',
      '_x_',
      '[a](b)',
      '!',
      '\\',
      '~~x~~',
      '|',
    ],
    ...[
      'https://a.example',
      'www.a.example',
      ':tada:',
      'ABC-12',
      'gh-1',
      '1234567',
      '->',
      ' ',
      '  ',
      '\n',
      '$x$',
    ],
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), fc.integer({ min: 5, max: 60 }), (words, most) => {
      for (const text of [words.join(' '), words.join('')]) {
        // A label in front, as every sentence has one: a line that begins with a mark is the caller's.
        const { tags, lookedUp } = seenIn(`x ${shortSentence(text, most)} y`);
        expect([...tags].filter((tag) => !['<p>', '</p>', '<code>', '</code>'].includes(tag))).toEqual([]);
        // Cut off, a scheme or a mark means nothing.
        expect(lookedUp.filter((one) => !/^(?:https?|www|\W+…)$/.test(one))).toEqual([]);
      }
    }),
    { numRuns: 500 },
  );
});
