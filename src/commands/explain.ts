import { Command } from 'commander';
import { usageError } from '../model/errors.ts';
import type { Explanation } from '../derive/explain/explanation.ts';
import type { Io } from '../model/io.ts';
import { beginWorkspace } from '../run/session/workspace/open-workspace.ts';
import { workspaceOption, type WorkspaceOptions } from '../run/cli/options.ts';
import type { RunCommand } from '../run/cli/run-command.ts';
import { meantOf } from '../run/cli/unused-words.ts';
import { exitNamed, exitNames, exitWords, type ExitName } from '../run/cli/exit-words.ts';
import { exitCodes } from '../model/exit-codes.ts';
import { verb } from '../run/cli/verb.ts';

/** `explain <topic>`: describes a rule, a policy, a kind, a file of the workspace or a field. */
export function explainCommand(run: RunCommand, commands: readonly string[]): Command {
  return verb('explain', {
    group: 'check',
    summary: 'explain a rule, a policy, a kind, a document, a field or an action',
    description:
      'explain a rule, a policy, a kind, a file, a field or an action of traffic policies, such as settings.safety or rate-limit.capacity',
    examples: ['edgewright explain policy-ip-range', 'edgewright explain rate-limit'],
    exits: ['settings'],
    options: [workspaceOption()],
  })
    .argument(
      '<what>',
      'id of a rule (`edgewright rules` lists them), an exit code, policy/<name>, endpoint, tls-edge, https-route, settings, environment, resource, preset, removed, approval, policy, policy-test, or the dotted path of a field, such as https-route.circuit_breaker; of traffic policies an action or its setting, such as rate-limit.capacity, or policy.actions, policy.phases, policy.variables, policy.functions',
    )
    .action(
      run(async (io, topic: string, options: WorkspaceOptions) => {
        const subject = withoutFrame(topic);
        if (subject.startsWith(policyPrefix)) io.stdout(await policyText(io, subject, options));
        // Verbatim, because our own texts contain example secrets.
        else io.stdout(await text(subject, commands), 'verbatim');
        return exitCodes.ok;
      }),
    );
}

const policyPrefix = 'policy/';

/** Policies come from the workspace. */
async function policyText(io: Io, topic: string, options: WorkspaceOptions): Promise<string> {
  const [{ settings }, { renderPolicy }] = await Promise.all([
    beginWorkspace(io, options),
    import('../report/explain/explain-rule.ts'),
  ]);
  const policy = settings.policies.find(({ name }) => policyPrefix + name === topic);
  if (policy !== undefined) return renderPolicy(policy);
  return unknown(topic, {
    known: settings.policies.map(({ name }) => policyPrefix + name),
    help: 'policies are written in edgewright.yaml',
  });
}

/** An exit code, with its next step. */
function exitText(name: ExitName): Promise<string> {
  const { word, meaning, next } = exitWords[name];
  // A link of the page is its title, and the file to look into.
  const step = next.replaceAll(/\[([^\]]+)\]\(([^)#]*)(#[^)]*)?\)/g, (_all, title: string, file: string) =>
    file === '' ? 'in docs/troubleshooting.md' : `${title} (docs/${file})`,
  );
  return stepText({
    subject: `exit code ${exitCodes[name]}`,
    title: word,
    doc: `${meaning[0]?.toUpperCase() ?? ''}${meaning.slice(1)}.`,
    next: step === '' ? 'nothing to do' : step,
    readOn: ['edgewright doctor', 'docs/troubleshooting.md'],
  });
}

type Stop = Pick<Explanation, 'title' | 'doc' | 'readOn'> & { readonly next: string };

/** The findings of `edgewright test`, which no rule of lint makes. */
const testFindings: ReadonlyMap<string, Stop> = new Map([
  [
    'test-failed',
    {
      title: 'a test of what a request gets',
      doc: 'The request gets something else than the test expects.',
      next: 'change the resource that the frame shows, or the test; `edgewright trace <url>` shows the way of a request',
      readOn: ['edgewright trace --help', 'docs/tests.md'],
    },
  ],
  [
    'test-undecided',
    {
      title: 'a test of what a request gets',
      doc: 'The result depends on a fact that no file can know.',
      next: 'add the key that the message names, with a value',
      readOn: ['edgewright explain test.given', 'docs/tests.md'],
    },
  ],
  [
    'test-missing',
    {
      title: 'the ways of requests that tests take',
      doc: 'No test takes this rule, or is stopped by this module. Reported by `edgewright test --cover`; it does not change the exit code.',
      next: 'write a test, or print one with `edgewright test --suggest <address>`',
      readOn: ['edgewright test --help', 'docs/tests.md'],
    },
  ],
]);

async function stepText({ next, ...stop }: Stop & Pick<Explanation, 'subject'>): Promise<string> {
  const { renderExplanation } = await import('../report/explain/explanation-text.ts');
  const facts = [{ label: 'next', text: next }];
  return renderExplanation({ ...stop, note: undefined, facts, fields: [], example: undefined });
}

/** As findings and pages print them: `error[ref-dangling]`, `exit 6`. */
function withoutFrame(topic: string): string {
  return topic.replace(/^[a-z]+\[([\w/-]+)\]$/, '$1').replace(/^exit (?:code )?(?=\d+$)/, '');
}

/** The name of the document, of a path in a workspace. */
function ofPath(topic: string): string {
  if (!/^[\w./-]+\/[\w.-]+\.ya?ml$/.test(topic)) return topic;
  if (/(?:^|\/)environments\//.test(topic)) return 'environment';
  return /(?:^|\/)tests\//.test(topic) ? 'test' : 'resource';
}

/** Words that no subject has, with what they are about. */
const elsewhere: readonly { readonly words: RegExp; readonly help: string }[] = [
  { words: /^\$\(secret:/, help: 'see `edgewright explain settings.secrets`' },
  { words: /^\$\(/, help: 'see `edgewright explain environment.vars`' },
  {
    words: /^variables?$/,
    help: 'see `edgewright explain environment.vars`; those of expressions: `edgewright explain policy.variables`',
  },
  {
    words: /^(?:expressions?|cel)$/,
    help: 'see `edgewright explain policy.variables` and `edgewright explain policy.functions`',
  },
  { words: /^(?:minimal|recommended|strict)$/, help: 'see `edgewright explain settings.lint.preset`' },
  { words: /^config$/, help: 'see `edgewright explain policy.actions`' },
  { words: /^(?:forget|disable|orphans?)$/, help: 'see `edgewright explain removed`' },
  { words: /^exposures?$/, help: 'see `edgewright explain approval`' },
  {
    words: /^(?:import|adoption)$/,
    help: 'see `edgewright pull --help` and `edgewright explain environment.adopt`',
  },
  { words: /^(?:undo|rollback|revert)$/, help: 'see `edgewright apply --help`: `--rollback`' },
  {
    words: /^ip-polic(?:y|ies)$/,
    help: 'an IP policy has a name in `ids`: see `edgewright explain environment.ids`',
  },
  { words: /^requests$/, help: 'see `edgewright explain test`' },
  { words: /^apiVersion$/, help: 'a resource has none: see `edgewright explain resource`' },
];

async function text(written: string, commands: readonly string[]): Promise<string> {
  const topic = ofPath(written);
  const exit = exitNamed(topic);
  if (exit !== undefined) return exitText(exit);
  const ofTests = testFindings.get(topic);
  if (ofTests !== undefined) return stepText({ ...ofTests, subject: topic });
  const [{ rules }, { renderRule }, { explainField }, { renderExplanation }] = await Promise.all([
    import('../lint/rules.ts'),
    import('../report/explain/explain-rule.ts'),
    import('../derive/explain/explain.ts'),
    import('../report/explain/explanation-text.ts'),
  ]);
  const rule = rules.find(({ id }) => id === topic);
  if (rule !== undefined) return renderRule(rule);
  const explanation = explainField(topic);
  if (!('suggestions' in explanation)) return renderExplanation(explanation);
  const { explainLanguage, languageMeant } = await import('../derive/policy-language/explain-language.ts');
  const ofLanguage = explainLanguage(topic);
  if (ofLanguage !== undefined) return renderExplanation(ofLanguage);
  const { explainEnd } = await import('../derive/explain/explain-end.ts');
  const end = explainEnd(topic);
  if (end.explanation !== undefined) return renderExplanation(end.explanation);
  const ofCommand =
    commands.includes(topic) && end.subjects.length === 0
      ? `it is a command: see \`edgewright ${topic} --help\``
      : undefined;
  const other = elsewhere.find(({ words }) => words.test(topic))?.help ?? ofCommand;
  if (other !== undefined) throw usageError(`nothing is called \`${topic}\``, other);
  if (/^\d+$/.test(topic)) {
    const codes = exitNames.map((name) => exitCodes[name]).join(', ');
    return unknown(topic, { help: `the exit codes are ${codes}` });
  }
  const help =
    'see `edgewright rules`, or try endpoint, tls-edge, https-route, settings, environment, resource, preset, removed, approval, policy, policy.actions';
  return unknown(topic, {
    known: rules.map(({ id }) => id),
    first:
      [end.subjects.slice(0, mostMeant), explanation.suggestions, languageMeant(topic)].find(
        ({ length }) => length > 0,
      ) ?? [],
    help,
  });
}

/** The topics that may be meant: the nearest of the known ones, behind those that are nearer by their meaning. */
const mostMeant = 5;

interface Guesses {
  readonly known?: readonly string[];
  readonly first?: readonly string[];
  readonly help: string;
}

async function unknown(topic: string, { known = [], first = [], help }: Guesses): Promise<never> {
  const { suggestions } = await import('../text/suggest.ts');
  // A part of an id is remembered more often than the whole of it.
  const longer = known.filter((id) => topic.length > 2 && id.includes(topic)).slice(0, 3);
  const near = [...first, ...new Set([...suggestions(topic, known), ...longer])];
  throw usageError(`nothing is called \`${topic}\``, meantOf(near) ?? help);
}
