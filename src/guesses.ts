import type { Command } from 'commander';
import { suggestions } from './text/suggest.ts';
import { quoted } from './text/quoted.ts';
import { shellWord } from './text/words/shell-word.ts';

/*
 * Commands and options of people who know another tool, or have not read the help: the name here, by meaning. A name
 * that only looks alike is offered where the table has none, and only if it is near.
 */

type CommandNode = Pick<Command, 'parent' | 'options' | 'commands' | 'name'>;

const deletion =
  'delete its document, and apply deletes the object; `edgewright explain removed` is for what the API cannot delete';
const unmanage =
  'to stop managing an object and keep it, write a `removed` document with `then: forget`: see `edgewright explain removed`; `edgewright ledger forget` is for objects that no longer exist';
const rename = 'write the old name under `formerly`: see `edgewright explain resource.formerly`';
const undo = '`edgewright apply --rollback` lists the runs that can be undone';
const applies = '`edgewright apply` makes the changes';
const plans = '`edgewright plan` shows what would change';
const checks = '`edgewright lint` checks the files';
const lists = '`edgewright ledger list` lists what is managed';
const pulls = '`edgewright pull` writes live objects into files and adopts them';
const compiles = '`edgewright compile` prints the request bodies';
const explains = '`edgewright explain` describes kinds, fields, actions and rules';
const traces = '`edgewright trace <url>` shows what a request gets, and why';
const tests = '`edgewright test` runs the tests of requests';
const adds =
  'write a file of a resource: `edgewright explain endpoint` shows an example of a kind, and `edgewright init` makes a workspace';
const shows =
  '`edgewright ledger show <address>` shows an object as it was applied last, `edgewright explain <kind>` describes a kind';
const environments =
  '`edgewright init --env <name>` writes one; `edgewright explain environment` has its fields';
const settings = '`edgewright explain settings` has the fields of `edgewright.yaml`';
const jobs = '`edgewright init --with github`, `gitlab` or `gitea` writes the jobs';
const hooks = '`edgewright init --with pre-commit` writes the hook';
const secrets =
  '`edgewright doctor` checks the secrets of an environment; `edgewright explain settings.secrets` says where they come from';
const mock = '`edgewright serve` runs the built-in mock API; `--local` uses it without a server';
const drifts = '`edgewright drift` compares with what is live';
const reverts =
  '`edgewright apply --allow-revert <address>` writes the files over a change that was made outside; `drift: revert` of an environment always does';
const reviews = '`edgewright approve` writes the approval of a change that was refused';
const ignores =
  'a comment `# edgewright-ignore <rule>` above the line, or `lint.rules` in `edgewright.yaml`: see `edgewright explain settings.lint.rules`';
const gates =
  'a refused plan names the option of the gate that refuses, such as `--allow-exposure <address>`; `edgewright approve` writes an approval';
const locks =
  '`edgewright ledger list` says who holds the lock; `edgewright ledger unlock` takes it from a run that has ended';
const logs = '`edgewright ledger log` lists who applied what, and when';
const variables = 'variables are written in the files: see `edgewright explain environment.vars`';
const presets = 'write `lint: { preset: strict }` in `edgewright.yaml`: see `edgewright explain preset`';

/** By name; of a subcommand, behind the name of its command. */
const commandGuesses: Readonly<Record<string, string>> = {
  accept: reviews,
  actions: jobs,
  add: adds,
  adopt: pulls,
  allow: reviews,
  audit: logs,
  auth: 'the token is read from `EDGEWRIGHT_API_TOKEN`; `edgewright doctor` checks it',
  backup:
    '`edgewright ledger migrate` copies ledgers to another store; the ledger keeps older generations by itself',
  build: compiles,
  check: checks,
  ci: jobs,
  clean: '`edgewright ledger orphans` lists objects that may be live and are not managed',
  config: settings,
  console: explains,
  cover: '`edgewright test --cover` shows which ways of requests the tests take',
  coverage: '`edgewright test --cover` shows which ways of requests the tests take',
  create: adds,
  curl: traces,
  dashboard: '`edgewright plan --format html=plan.html` writes the page of a plan',
  debug: '`--log-level debug` of a command shows each request to the API',
  delete: deletion,
  deploy: applies,
  describe: shows,
  destroy: deletion,
  diff: plans,
  docs: explains,
  download: pulls,
  edit: '`edgewright lsp` serves an editor',
  editor: '`edgewright lsp` serves an editor',
  env: environments,
  environment: environments,
  environments,
  envs: environments,
  eval: traces,
  execute: applies,
  export: `${pulls}; ${compiles}`,
  fetch: pulls,
  find: '`edgewright trace <url>` finds what serves a URL; `edgewright ledger list` lists what is managed',
  fix: '`edgewright lint --fix` fixes mistakes',
  forget: unmanage,
  format: '`edgewright fmt` formats the files',
  gc: '`edgewright ledger orphans` lists objects that may be live and are not managed',
  gen: compiles,
  generate: compiles,
  get: shows,
  health: '`edgewright doctor` checks the set-up',
  history: logs,
  hook: hooks,
  ignore: ignores,
  import: `${pulls}; those of a Terraform state: \`edgewright pull --routes <file>\``,
  info: shows,
  inspect: shows,
  install: hooks,
  language_server: '`edgewright lsp` serves an editor',
  list: lists,
  lock: locks,
  log: logs,
  login: 'the token is read from `EDGEWRIGHT_API_TOKEN`; `edgewright doctor` checks it',
  logs,
  ls: lists,
  man: explains,
  mock,
  mv: rename,
  new: adds,
  output: compiles,
  ping: '`edgewright doctor` checks the set-up',
  pipeline: jobs,
  'pre-commit': hooks,
  precommit: hooks,
  preview: plans,
  print: compiles,
  prune: '`edgewright ledger orphans` lists objects that may be live and are not managed',
  push: applies,
  query: '`edgewright trace <url>` finds what serves a URL; `edgewright ledger list` lists what is managed',
  reconcile: applies,
  refresh: drifts,
  release: applies,
  reload: applies,
  remove: deletion,
  rename,
  render: compiles,
  replay: traces,
  report: '`edgewright plan --format html=plan.html` writes the page of a plan',
  request: traces,
  resources: lists,
  retire: '`edgewright explain removed` is for what the API cannot delete',
  revert: undo,
  review: `${plans}; ${reviews}`,
  rm: deletion,
  rollback: undo,
  run: applies,
  scan: checks,
  search: '`edgewright trace <url>` finds what serves a URL; `edgewright ledger list` lists what is managed',
  secret: secrets,
  secrets,
  server: mock,
  set: adds,
  settings,
  setup: '`edgewright init` makes a workspace, `edgewright doctor` checks the set-up',
  show: '`edgewright plan show <file>` shows a saved plan, `edgewright ledger show <address>` an object',
  simulate: `${traces}; ${tests}`,
  spec: tests,
  start: mock,
  state: '`edgewright ledger --help` lists what shows and repairs the state file',
  status: '`edgewright drift` compares with what is live, `edgewright doctor` checks the setup',
  suggest: '`edgewright test --suggest <address>` writes tests for the ways of requests that none takes',
  suppress: ignores,
  sync: applies,
  synth: compiles,
  taint: 'an object is replaced by two changes: one that removes its document, and one that writes it again',
  template: compiles,
  tests,
  tree: '`edgewright graph` draws edges, routes, and what they lead to',
  undo,
  unmanage,
  up: applies,
  update: applies,
  upgrade: 'Edgewright is updated as it was installed: `npm install edgewright@latest`',
  validate: checks,
  verify: '`edgewright ledger verify` checks the ledger, `edgewright doctor` the setup',
  version: '`edgewright --version` prints it',
  view: shows,
  watch: '`edgewright lint --watch` and `edgewright test --watch` run again after each change',
  whoami: '`edgewright doctor` checks the token',
  workspace: settings,
  'ledger add': pulls,
  'ledger adopt': pulls,
  'ledger audit': logs,
  'ledger create': '`edgewright ledger init` creates an empty ledger',
  'ledger delete': unmanage,
  'ledger diff': drifts,
  'ledger drop': unmanage,
  'ledger get': '`edgewright ledger show <address>` shows the entry of an address',
  'ledger history': logs,
  'ledger import': pulls,
  'ledger lock': locks,
  'ledger logs': logs,
  'ledger ls': lists,
  'ledger move': rename,
  'ledger mv': rename,
  'ledger new': '`edgewright ledger init` creates an empty ledger',
  'ledger pull': pulls,
  'ledger push':
    '`edgewright ledger migrate` moves ledgers to another store, `edgewright ledger restore` an older generation back',
  'ledger remove': unmanage,
  'ledger rename': rename,
  'ledger repair':
    '`edgewright ledger verify` says what is wrong; `edgewright ledger restore` and `edgewright ledger rebuild` repair it',
  'ledger rm': unmanage,
  'ledger rollback': undo,
  'ledger undo': undo,
  'ledger status':
    '`edgewright ledger verify` checks the ledger, `edgewright ledger list` lists what is managed',
};

/** An option of this command, or a sentence. */
type OptionGuess = string | { readonly option: string; readonly value?: string };

/** By name; of one command, behind its name. An option is named only for a command that has it. */
const optionGuesses: Readonly<Record<string, OptionGuess>> = {
  '--all': 'all is what it does without arguments',
  '--approve': { option: '--yes' },
  '--auto-approve': { option: '--yes' },
  '--chdir': { option: '--workspace', value: '<folder>' },
  '--config': { option: '--workspace', value: '<folder>' },
  '--debug': { option: '--log-level', value: 'debug' },
  '--dir': { option: '--workspace', value: '<folder>' },
  '--environment': { option: '--env', value: '<name>' },
  '--filter': { option: '--only', value: '<address>' },
  '--html': { option: '--format', value: 'html' },
  '--interactive': 'it asks by itself where a person sits at the terminal',
  '--json': { option: '--format', value: 'json' },
  '--list-rules': '`edgewright rules` lists the rules',
  '--markdown': { option: '--format', value: 'markdown' },
  '--no-color': { option: '--color', value: 'never' },
  '--out': { option: '--save', value: '<file>' },
  '--refresh-only': drifts,
  '--replace':
    'an object is replaced by two changes: one that removes its document, and one that writes it again',
  '--since': { option: '--base', value: '<ref>' },
  '--target': { option: '--only', value: '<address>' },
  '--var': variables,
  '--var-file': variables,
  '--verbose': { option: '--log-level', value: 'debug' },
  '-f': { option: '--format', value: '<format>' },
  '-i': 'it asks by itself where a person sits at the terminal',
  '-n': { option: '--dry-run' },
  '-q': { option: '--quiet' },
  '-t': { option: '--only', value: '<address>' },
  '-v': { option: '--log-level', value: 'debug' },
  'apply --force': gates,
  'apply -f': { option: '--workspace', value: '<folder>' },
  'drift --fix': reverts,
  'drift --revert': reverts,
  'init --ci': jobs,
  'init --gitea': { option: '--with', value: 'gitea' },
  'init --github': { option: '--with', value: 'github' },
  'init --gitlab': { option: '--with', value: 'gitlab' },
  'init --template':
    'there is one form of a workspace: `edgewright init` writes it, and the repository has `examples/`',
  'ledger init --local': '`--local` needs no ledger: `edgewright apply --local` makes one of its own',
  'lint --changed': { option: '--changed-since', value: '<ref>' },
  'lint --disable': ignores,
  'lint --ignore': ignores,
  'lint --rules': { option: '--rule', value: '<id=severity>' },
  'lint --select':
    '`lint.rules` in `edgewright.yaml` has the severity of each rule, and `--rule <id=severity>` one for this run',
  'lint --severity': { option: '--rule', value: '<id=severity>' },
  'lint --since': { option: '--changed-since', value: '<ref>' },
  'lint --strict': presets,
  'plan --destroy': deletion,
  'plan --force': gates,
  'plan --out': { option: '--save', value: '<file>' },
  'pull --force': { option: '--overwrite' },
  'pull --from': { option: '--routes', value: '<file>' },
  'pull --state': { option: '--routes', value: '<file>' },
  'pull --terraform': { option: '--routes', value: '<file>' },
  'pull --terraform-state': { option: '--routes', value: '<file>' },
  'pull --tfstate': { option: '--routes', value: '<file>' },
  'test --filter': { option: '--name', value: '<glob>' },
  'test --grep': { option: '--name', value: '<glob>' },
  'test --only': { option: '--name', value: '<glob>' },
  'test -g': { option: '--name', value: '<glob>' },
  'test -k': { option: '--name', value: '<glob>' },
  'test -n': { option: '--name', value: '<glob>' },
  'test -t': { option: '--name', value: '<glob>' },
  'trace -d': { option: '--body', value: '<text>' },
  'trace --data': { option: '--body', value: '<text>' },
  'trace --from': { option: '--ip', value: '<address>' },
  'trace --user': { option: '--login', value: '<user>' },
  'trace -H': { option: '--header', value: '<header>' },
  'trace -u': { option: '--login', value: '<user>' },
  'trace -X': { option: '--method', value: '<method>' },
};

const unknownCommand = /^error: unknown command '([^'\n]*)'/m;
const extraRule = /^error: too many arguments for 'rules'/m;
const unknownOption = /^error: unknown option '(-[^'\n=]*)/m;

/** The meaning that an unknown command or option may have, for a message of commander about one. */
export function guessOf(message: string, command: CommandNode, argv: readonly string[]): string | undefined {
  const [, name] = unknownCommand.exec(message) ?? [];
  const [, option] = unknownOption.exec(message) ?? [];
  if (name !== undefined) return commandHelp(name, command);
  if (extraRule.test(message))
    return '`edgewright explain <rule>` explains one rule; `edgewright rules` lists all';
  return option === undefined ? undefined : optionHelp(option, command, argv);
}

function commandHelp(name: string, command: CommandNode): string | undefined {
  const path = pathOf(command);
  const known = entryOf(commandGuesses, [...path, name].join(' '));
  if (known !== undefined) return known;
  const elsewhere = command.commands
    .flatMap((group) => group.commands)
    .find((candidate) => candidate.name() === name);
  if (elsewhere !== undefined) {
    const words = pathOf(elsewhere).join(' ');
    return `\`edgewright ${words}\`: ${elsewhere.description()}`;
  }
  const near = suggestions(
    name,
    command.commands.map((subcommand) => subcommand.name()),
  );
  if (near.length > 0) return `did you mean ${near.map(quoted).join(' or ')}?`;
  return path.length === 0 ? undefined : entryOf(commandGuesses, name);
}

/** The names of a command and of those above it, without the program. */
function pathOf(command: CommandNode): readonly string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}

function entryOf<Entry>(table: Readonly<Record<string, Entry>>, key: string): Entry | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function optionHelp(given: string, command: CommandNode, argv: readonly string[]): string | undefined {
  if (command.parent === null) {
    const ordered = commandFirst(argv, command.commands);
    if (ordered !== undefined) return ordered;
  }
  // Terraform writes its options with one dash.
  const option = /^-\w[\w-]+$/.test(given) ? `-${given}` : given;
  if (option === '--dry-run') return '`edgewright plan` shows the changes and makes none';
  if (command.parent === null) return programOptionHelp(option, command);
  const path = pathOf(command).join(' ');
  const [near = option] = suggestions(option, ['--environment']);
  const meant =
    entryOf(optionGuesses, `${path} ${option}`) ??
    entryOf(optionGuesses, option) ??
    entryOf(optionGuesses, near);
  if (typeof meant === 'string') return meant;
  const names = command.options.flatMap(({ long, hidden }) => (long == null || hidden ? [] : [long]));
  const found = [meant?.option ?? option, ...suggestions(option, names)].find((wanted) =>
    names.includes(wanted),
  );
  if (found === undefined) return undefined;
  const value = found === meant?.option ? meant.value : undefined;
  const words = value === undefined ? found : `${found} ${value}`;
  return meant === undefined && found !== option ? `did you mean \`${words}\`?` : `write \`${words}\``;
}

/** Before a command there are two options, and the others follow it. */
function programOptionHelp(option: string, { options }: CommandNode): string {
  const [near] = suggestions(option, [...options.flatMap(({ long }) => long ?? []), '--help']);
  if (near !== undefined) return `did you mean \`${near}\`?`;
  if (option === '-v') return '`edgewright --version` prints the version';
  const meant = entryOf(optionGuesses, option);
  const [known] = suggestions(option, ['--env', '--environment', '--format', '--only', '--workspace']);
  const name =
    typeof meant === 'object' ? meant.option : known === '--environment' ? '--env' : (known ?? option);
  return `options follow the command: \`edgewright <command> ${name}\``;
}

/** The command line with the options that precede the command behind it, if all of them are options of the command. */
function commandFirst(argv: readonly string[], commands: Command['commands']): string | undefined {
  for (const [at, word] of argv.entries()) {
    const command = commands.find((candidate) => candidate.name() === word);
    if (command === undefined || !areOptions(argv.slice(0, at), command)) continue;
    const words = [word, ...argv.slice(0, at), ...argv.slice(at + 1)];
    return `options follow the command: \`edgewright ${words.map(shellWord).join(' ')}\``;
  }
  return undefined;
}

function areOptions(words: readonly string[], { options }: Pick<Command, 'options'>): boolean {
  for (let at = 0; at < words.length; at++) {
    const [name = '', value] = (words[at] ?? '').split('=', 2);
    const option = options.find(({ short, long }) => name === short || name === long);
    if (option === undefined) return false;
    if (option.required && value === undefined && ++at === words.length) return false;
  }
  return true;
}
