import { presetNames } from '../../../kinds/documents/words.ts';
import type { RuleText } from '../../../model/lint/rule.ts';
import type {
  LintOverride,
  LintSettings,
  Settings,
  SeveritySetting,
} from '../../../model/workspace/settings.ts';
import { isLower, type Finding } from '../../rule.ts';
import { fitting, wholeWords } from '../message-words.ts';

type TextOf = (id: string) => RuleText | undefined;

/**
 * Lint settings weaker than the base's: a weaker preset, lower severities, other options, rules that can be suppressed,
 * new overrides that lower a severity, strict ones that are gone, and overrides in another order.
 */
export function* loosenedLint(
  { lint: now }: Settings,
  { lint: before }: Settings,
  textOf: TextOf,
): Generator<Finding> {
  if (presetNames.indexOf(now.preset) < presetNames.indexOf(before.preset)) {
    yield {
      at: { path: ['lint', 'preset'] },
      message: `the preset is \`${now.preset}\`, and was \`${before.preset}\``,
    };
  }
  for (const id of new Set([...now.rules.keys(), ...before.rules.keys()])) {
    const rule = textOf(id);
    if (rule === undefined) continue;
    // The weaker preset has its own finding; here only the settings of single rules count.
    const severityNow = now.rules.get(id)?.severity ?? rule.severity[before.preset];
    const severityBefore = severityIn(before, rule);
    if (isLower(severityNow, severityBefore))
      yield {
        at: { path: ['lint', 'rules', id] },
        message: `\`${id}\` is \`${severityNow}\`, and was \`${severityBefore}\``,
      };
    if (before.rules.get(id)?.suppressible === false && now.rules.get(id)?.suppressible !== false)
      yield { at: { path: ['lint', 'rules', id] }, message: `\`${id}\` can be suppressed, and could not be` };
  }
  yield* otherOptions(now, before);
  const [order, former] = [now.overrides, before.overrides].map((all) => all.map(inWords));
  if (order?.join() !== former?.join() && order?.toSorted().join() === former?.toSorted().join()) {
    // The last one that fits decides.
    yield { at: { path: ['lint', 'overrides'] }, message: 'the overrides of lint are in another order' };
  }
  const known = new Set(former);
  for (const [index, override] of now.overrides.entries()) {
    if (known.has(inWords(override))) continue;
    for (const [id, { severity, options }] of override.rules) {
      const rule = textOf(id);
      if (options !== undefined)
        yield {
          at: { path: ['lint', 'overrides', index, 'rules', id] },
          message: `the options of \`${id}\` are ${JSON.stringify(options)} for a part of the workspace`,
        };
      if (rule === undefined || severity === undefined || !isLower(severity, severityIn(before, rule)))
        continue;
      yield {
        at: { path: ['lint', 'overrides', index, 'rules', id] },
        message: `\`${id}\` is \`${severity}\` for a part of the workspace, and was \`${severityIn(before, rule)}\``,
      };
    }
  }
  yield* lostOverrides(now, before, textOf);
}

/** Overrides of the base that are gone or are for other files, where they are stricter than the rules are now. */
function* lostOverrides(now: LintSettings, before: LintSettings, textOf: TextOf): Generator<Finding> {
  const kept = new Set(now.overrides.map(inWords));
  for (const override of before.overrides) {
    if (kept.has(inWords(override))) continue;
    const part = wholeWords([...(override.addresses ?? []), ...(override.files ?? [])].join(', '));
    for (const [id, { severity }] of override.rules) {
      const rule = textOf(id);
      if (rule === undefined || severity === undefined || !isLower(severityIn(now, rule), severity)) continue;
      const formerLevel = `\`${id}\` was \`${severity}\` for ${part}`;
      yield {
        at: { path: ['lint'] },
        message: fitting(`${formerLevel}: that override is gone or is another one`, formerLevel),
      };
    }
  }
}

/** Options have no order: one that allows more looks like any other. */
function* otherOptions({ rules: now }: LintSettings, { rules: before }: LintSettings): Generator<Finding> {
  for (const id of new Set([...now.keys(), ...before.keys()])) {
    const [optionsNow = {}, optionsBefore = {}] = [now.get(id)?.options, before.get(id)?.options];
    if (JSON.stringify(optionsNow) === JSON.stringify(optionsBefore)) continue;
    yield {
      at: { path: ['lint', 'rules', id] },
      message: `the options of \`${id}\` are ${JSON.stringify(optionsNow)}, and were ${JSON.stringify(optionsBefore)}`,
    };
  }
}

function severityIn({ rules, preset }: LintSettings, { id, severity }: RuleText): SeveritySetting {
  return rules.get(id)?.severity ?? severity[preset];
}

function inWords({ files, addresses, rules }: LintOverride): string {
  return JSON.stringify([files ?? null, addresses ?? null, [...rules]]);
}
