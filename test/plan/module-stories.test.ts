/**
 * The plan of each module of the tables. No outcome is recorded: each is computed from the rule of its story and the
 * table of the module, so that a new module has stories without another test.
 */
import { describe, expect, test } from 'vitest';
import { validateBody } from '../../src/derive/schema/validate.ts';
import { plan } from '../../src/plan/plan.ts';
import { planJson } from '../../src/report/plan/json/plan-json.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import { share } from '../runs.ts';
import { baseInput } from './plan-case.ts';
import { moduleStories } from './stories/module-stories.ts';
import { outcomeOf } from './stories/outcome.ts';
import { bodyOthers } from './stories/story.ts';

const modules = moduleStories().map((module) => [module.subject.title, module] as const);

describe.each(modules)('%s', (_title, { subject, stories }) => {
  test('its stories use a body that the API accepts', () => {
    const { kind, name, others, full } = subject;
    expect(validateBody(kind, 'create', { ...bodyOthers(kind, others), [name]: full })).toEqual([]);
  });

  test.each(share(stories).map((story) => [story.title, story] as const))('%s', (_, { one, then }) => {
    const made = plan(baseInput(one));
    const { isRefusedAsWeaker, ...told } = outcomeOf(made);
    const isJudged = then.isRefusedAsWeaker !== undefined;
    expect({ ...told, ...(isJudged ? { isRefusedAsWeaker } : {}) }).toEqual({
      ...then,
      changes: [...then.changes].sort(),
    });
    const printed = planText(made, { color: false, columns: 1000, view: 'all' }) + planJson([made]);
    for (const value of Object.values(one.secrets ?? {})) expect(printed).not.toContain(value);
  });
});
