/**
 * Checks a traffic policy against the tables of the dialect: its structure, the places and settings of its actions, its
 * expressions, and which requests reach what. A part that cannot be read is reported once, and nothing that follows
 * from it.
 */
import {
  isPhaseName,
  olderPhases,
  phaseCodes,
  phaseNames,
  policyPhases,
  type PhaseName,
} from '../../kinds/policy/phases.ts';
import { declaredActions } from '../../derive/policy/declared-actions.ts';
import type { OwnActions } from '../../derive/policy/own-actions.ts';
import { writtenRules } from '../../derive/policy/policy-actions.ts';
import { keysBesidePhases } from '../../kinds/policy/policy-form.ts';
import type { Json, JsonObject, Path } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { suggestions } from '../../text/suggest.ts';
import { inclusionText } from '../domain/values/file-inclusion.ts';
import { readRule } from './check-rule.ts';
import { checkAnswer, checkReach, type FlowPhase, type FlowRule } from './check-rule-shape.ts';
import {
  valueWords,
  writing,
  type PolicyCarrier,
  type PolicyCheck,
  type PolicyScope,
  type TrafficMistake,
} from './policy-check.ts';
import { quoted } from '../../text/quoted.ts';
import { codeList } from '../../text/words/list-words.ts';
import { endsChain } from './ends-chain.ts';

export function checkTrafficPolicy(
  tree: Json,
  { carrier, ownActions }: Pick<PolicyCheck, 'carrier'> & { readonly ownActions: OwnActions },
): readonly TrafficMistake[] {
  const found: TrafficMistake[] = [];
  if (!isJsonMap(tree)) return found;
  const check: PolicyCheck = {
    carrier,
    ownActions: declaredActions(ownActions),
    report: (mistake) => found.push(mistake),
    has: (rule) => found.some((mistake) => mistake.rule === rule),
  };
  const file = includedFile(tree);
  if (file !== undefined) {
    check.report(file);
    return found;
  }
  const phases: FlowPhase[] = [];
  let isWhole = true;
  let ran: PolicyScope['ran'] = new Set();
  for (const [name, rules] of inOrder(tree, carrier)) {
    const phase = phaseOf(name, carrier);
    if (phase === undefined) {
      if (keysBesidePhases.includes(name)) continue;
      reportPhase(name, tree, check);
      isWhole = false;
      continue;
    }
    if (!Array.isArray(rules)) {
      isWhole = rules === null && isWhole;
      reportRules(name, rules, check);
      continue;
    }
    const list = rules as readonly Json[];
    if (!checkPhase({ name, phase, rules: list }, check)) {
      isWhole = false;
      continue;
    }
    const read = readRules([name], list, { check, phase, ran });
    phases.push({ phase, inside: [name], rules: read.rules });
    ({ ran } = read);
  }
  checkOnce(phases, check);
  for (const phase of phases) checkReach(phase, check);
  // A policy without rules has a finding of its own.
  const hasRules = phases.some(({ rules }) => rules.length > 0);
  if (isWhole && hasRules && !found.some(({ rule }) => unsettling.has(rule))) checkAnswer(phases, check);
  return found;
}

/** `{ $file: policies/www.yaml }`, as other tools include a file. */
function includedFile(tree: JsonObject): TrafficMistake | undefined {
  const [[name, value] = ['', null], ...others] = Object.entries(tree);
  const isReference = /^(?:\$?(?:file|ref|include|import|path|source)|from_file|fn::readfile)$/i.test(name);
  const meant = typeof value === 'string' ? inclusionText(value) : undefined;
  if (!isReference || others.length > 0 || meant === undefined) return undefined;
  return {
    rule: 'traffic-policy-vocabulary',
    inside: [],
    message: `${quoted(name)} includes no file`,
    ...writing(meant),
  };
}

/** Mistakes that may hide an answer. */
const unsettling: ReadonlySet<string> = new Set([
  'traffic-policy-shape',
  'traffic-policy-vocabulary',
  'traffic-policy-placement',
]);

/** The phases in the order in which they run, and keys that are none. */
function inOrder(tree: JsonObject, carrier: PolicyCarrier): readonly (readonly [string, Json])[] {
  const place = (name: string): number => {
    const phase = phaseOf(name, carrier);
    return phase === undefined ? -1 : phaseNames.indexOf(phase);
  };
  return Object.entries(tree).toSorted(([phase], [other]) => place(phase) - place(other));
}

function phaseOf(name: string, { protocol }: PolicyCarrier): PhaseName | undefined {
  if (isPhaseName(name)) return name;
  const older = olderPhases[name];
  if (older === undefined) return undefined;
  const isWeb = protocol === undefined || protocol === 'http' || protocol === 'https';
  return isWeb ? older.web : (older.connection ?? older.web);
}

function reportPhase(name: string, tree: JsonObject, { report }: PolicyCheck): void {
  const [meant] = suggestions(
    name,
    phaseNames.filter((phaseName) => !Object.hasOwn(tree, phaseName)),
  );
  report({
    rule: 'traffic-policy-vocabulary',
    inside: [name],
    on: 'key',
    message: `unknown phase ${quoted(name)} in a traffic policy`,
    help: meant === undefined ? `the phases are ${codeList(phaseNames)}` : `write \`${meant}\``,
    word: name,
    code: 2236,
    rename: meant,
  });
}

function reportRules(name: string, rules: Json, { report }: PolicyCheck): void {
  report({
    rule: 'traffic-policy-shape',
    inside: [name],
    ...(rules === null ? { on: 'key' as const, severity: 'warn' as const } : {}),
    message: `${quoted(name)} must be a list of rules, not ${valueWords(rules)}`,
    help: rules === null ? 'write `[]`, or leave it out' : 'begin each rule with `- `',
    code: 2236,
  });
}

/** A phase under the name that it is written with. */
interface WrittenPhase {
  readonly name: string;
  readonly phase: PhaseName;
  readonly rules: readonly Json[];
}

/** Whether the rules of the phase run on this endpoint. */
function checkPhase({ name, phase, rules }: WrittenPhase, { carrier, report }: PolicyCheck): boolean {
  const at = { inside: [name], on: 'key' } as const;
  if (name !== phase)
    report({
      ...at,
      rule: 'traffic-policy-deprecated',
      message: `${quoted(name)} is the former name of \`${phase}\``,
      help: `write \`${phase}\``,
      rename: phase,
    });
  const { protocol, isInternal } = carrier;
  const isWeb = protocol === 'http' || protocol === 'https';
  const first = firstAction(name, rules);
  const effect = first === undefined ? '' : `: ${quoted(first)} has no effect`;
  if (protocol !== undefined && !policyPhases[phase].protocols.includes(protocol)) {
    report({
      ...at,
      rule: 'traffic-policy-placement',
      message: `\`${phase}\` does not run for ${protocol}${effect}`,
      code: phaseCodes.protocol,
    });
    return false;
  }
  if (phase !== 'on_tcp_connect' || !isWeb || rules.length === 0) return true;
  if (isInternal)
    report({
      ...at,
      rule: 'traffic-policy-placement',
      message: `\`${phase}\` does not run on an internal ${protocol} endpoint${effect}`,
      code: phaseCodes.internal,
    });
  return !isInternal;
}

function firstAction(name: string, rules: readonly Json[]): string | undefined {
  return writtenRules({ [name]: rules }).flatMap(({ actions }) => actions)[0]?.type;
}

function readRules(
  inside: Path,
  list: readonly Json[],
  { check, phase, ran: before }: Omit<PolicyScope, 'vars'>,
): Pick<FlowPhase, 'rules'> & Pick<PolicyScope, 'ran'> {
  let after: Pick<PolicyScope, 'vars' | 'ran'> = { vars: new Map(), ran: before };
  const rules: FlowRule[] = [];
  let isEnded = false;
  for (const [index, rule] of list.entries()) {
    const read = readRule(rule, [...inside, index], { check, phase, ...after });
    if (read === undefined) continue;
    rules.push(read.rule);
    after = isEnded ? { ...read.after, ran: after.ran } : read.after;
    isEnded ||= !read.rule.isConditional && read.rule.actions.some(endsChain);
  }
  return { rules, ran: after.ran };
}

/** Reports a second action of a group of which a policy can have one. */
function checkOnce(phases: readonly FlowPhase[], { report }: PolicyCheck): void {
  const first = new Map<string, string>();
  for (const { rules } of phases)
    for (const { actions } of rules)
      for (const { action, inside, type } of actions) {
        if (action?.oneOf === undefined) continue;
        const { group, code } = action.oneOf;
        const other = first.get(group);
        if (other === undefined) first.set(group, type);
        else
          report({
            rule: 'traffic-policy-setting-conflict',
            inside: [...inside, 'type'],
            message:
              other === type
                ? `an endpoint can have only one ${quoted(type)}`
                : `an endpoint can have only one of ${quoted(other)} and ${quoted(type)}`,
            code,
          });
      }
}
