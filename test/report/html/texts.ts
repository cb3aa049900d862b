import type { Step } from '../../../src/model/plan/step.ts';
import fc from 'fast-check';
import type { Plan } from '../../../src/model/plan/plan.ts';
import type { Address } from '../../../src/model/workspace/address.ts';
import type { PlanOfPage } from '../../../src/report/page/page.ts';
import { shortCorpus } from '../../injection/corpus.ts';
import { changeOf, planOf, stepOf } from '../made-plan.ts';
import { findingOf, topologyOf } from './page-of.ts';

/** Texts that would run, load or end something if they were not escaped. */
export const hostileTexts: readonly string[] = shortCorpus.map(({ text }) => text);

export const hostileText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom('<', '>', '"', "'", '&', '/', '=', ' ', '`', '!', '-', 'x', '\n', '\\'),
    maxLength: 20,
  }),
);

/** A plan in which each text of a user or a server is one of these. */
export function hostilePlan(texts: readonly string[]): PlanOfPage {
  let next = 0;
  const text = (): string => texts[next++ % texts.length] ?? '';
  const origin = { file: text(), line: 3, column: 1, layer: text() };
  const address = `https-route/${text()}` as Address;
  const step: Step = stepOf(address, 'update', {
    id: text(),
    reason: { code: 'gone', id: text() },
    labels: { [text()]: text(), team: text() },
    changes: [
      changeOf(text(), { before: text(), after: text() }, { applied: text(), origin }),
      changeOf(text(), { before: `${text()}\n${text()}`, after: `${text()}\nx` }, { origin }),
      changeOf(text(), { after: { [text()]: [text(), 'a'.repeat(80)] } }, { cause: 'removed' }),
      changeOf(text(), { before: text(), after: text() }, { isSecret: true }),
    ],
    requests: [
      {
        operation: {} as never,
        method: 'PATCH',
        path: text(),
        body: { [text()]: text() },
        filledIn: [{ at: text(), with: 'secret', names: [text()] }],
      },
    ],
    remedies: [{ code: 'pull', command: text() }],
    drifted: [text()],
    since: text(),
    formerly: `https-route/${text()}` as Address,
    missingSecrets: [text()],
    hash: text(),
    exposure: {
      direction: 'weaker',
      reasons: [{ code: 'module-off', module: text() }],
      isAllowed: false,
      change: '4afc6903b1d24e0f9a7c55d0c8e1b2f3',
    },
    origin,
  });
  const plan: Plan = planOf([step], {
    environment: text(),
    notes: [{ topic: 'scope', address, fact: { code: 'stray', id: text() } }],
    refusals: [{ gate: 'secrets', fact: { code: 'secrets-unset', names: [text()] }, addresses: [address] }],
    traffic: [{ space: text(), from: text(), to: text() }],
    base: { ref: text(), commit: text() },
  });
  const { nodes, links } = topologyOf([step]);
  const line = text();
  return {
    plan,
    topology: { nodes: nodes.map((node) => ({ ...node, title: text(), detail: text() })), links },
    diagnostics: [
      findingOf(text(), text(), { help: text(), address }),
      findingOf(text(), text(), { place: { source: { path: text(), text: 'x' }, start: 0, end: 1 } }),
    ],
    command: () => line,
  };
}
