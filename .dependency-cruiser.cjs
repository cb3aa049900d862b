/*
 * The import table of docs/architecture.md, as rules. Imports go downwards; stages meet in `run`.
 */
const foundation = '^src/(kinds|model|text|derive|routing)/';
const nameOf = (folder) => `${folder.replace('/', '-')}-imports-downwards`;
const below = (folder, why, folders) => ({
  name: nameOf(folder),
  comment: why,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: `^src/(${[folder, ...folders].join('|')})/` },
});
const stage = (folder, why, also = []) => ({
  name: nameOf(folder),
  comment: why,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: [`^src/${folder}/`, foundation, ...also] },
});
const above = (folder, why, folders) => ({
  name: nameOf(folder),
  comment: why,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: `^src/(${folders.join('|')})/` },
});

/** What may be left out, and the only places that reach it; docs/architecture.md has the same table. */
const editions = {
  'src/dev/': ['src/commands/dev/'],
  'src/ledger/postgres/': ['src/run/session/ledger/store-of.ts'],
  'src/lsp/': ['src/commands/lsp/'],
  'src/pull/': ['src/commands/pull/', 'src/commands/init/', 'src/commands/ledger/'],
  'src/report/graph/': ['src/commands/graph/', 'src/report/page/'],
  'src/report/page/': [
    'src/run/plan/render-plans.ts',
    'src/report/graph/',
    'src/report/trace/trace-page.ts',
    'src/dev/',
  ],
  'src/server/': ['src/run/session/api/', 'src/commands/serve.ts'],
};
const reachedFrom = ([edition, places]) => ({
  name: `${edition.slice(4, -1).replace('/', '-')}-may-be-left-out`,
  comment: 'a maintainer of the core reads the core alone',
  severity: 'error',
  from: { path: '^src/', pathNot: [edition, ...places].map((place) => `^${place.replaceAll('.', '\\.')}`) },
  to: { path: `^${edition}` },
});

module.exports = {
  forbidden: [
    ...Object.entries(editions).map(reachedFrom),
    {
      name: 'no-cycles',
      comment: 'a cycle is two files that are one idea',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    below('kinds', 'what the API holds depends on nothing', []),
    below('model', 'the nouns know the kinds and no code', ['kinds']),
    below('text', 'what is known of characters, lines, numbers and waiting, whatever they mean', [
      'kinds',
      'model',
    ]),
    below('derive', 'a kind seen from another side is a function of the tables', ['kinds', 'model', 'text']),
    below('routing', 'who serves a URL and what protects it: the questions that every stage asks', [
      'kinds',
      'model',
      'text',
      'derive',
    ]),
    stage('workspace', 'disk to Workspace'),
    stage('workspace/compile', "Workspace to Desired; the expression syntax is the workspace's", [
      '^src/workspace/syntax\\.ts',
    ]),
    stage('edit', 'text ranges of a document; it knows neither rules nor kinds'),
    stage('workspace/git', 'files as git has them; it knows no workspace'),
    stage('lint', 'rules see nouns, not stages; policies are read by the one engine', [
      '^src/edit/',
      '^src/simulate/(expressions|messages|new-url|scope|scope-values)\\.ts',
      '^src/simulate/unknown/',
    ]),
    stage(
      'package/action',
      'a step of a workflow to words of the command line; the program is started, not imported',
      [
        '^src/report/text/inert\\.ts',
        '^src/workspace/git/repository-folder\\.ts',
        '^src/workspace/files/find-root\\.ts',
      ],
    ),
    stage('edit/canonical', 'text to text; the reader is handed in'),
    stage('pull', 'live objects to files; reader and printer are handed in', ['^src/edit/']),
    stage('remote/http', 'one request and its response; it knows no service', ['^src/version\\.ts']),
    stage('remote/forge', 'comments, statuses and issues of a forge; it knows no plan', [
      '^src/version\\.ts',
      '^src/remote/http/',
    ]),
    stage('remote/api', 'the client knows the kinds, not the pipeline', [
      '^src/version\\.ts',
      '^src/remote/http/',
    ]),
    stage('plan', 'pure and synchronous: takes nouns, gives a plan; the engine says what requests get', [
      '^src/simulate/unknown/',
    ]),
    stage('simulate', 'pure: what a request gets, by the nouns of one side and the facts of a test'),
    stage('routing/traffic', 'pure: who serves a URL, by the nouns of one side or of two'),
    stage('routing/graph', 'pure: who hands traffic to whom, of nouns; how it is drawn is a report'),
    stage('ledger', 'a store of nouns'),
    stage('plan/snapshot', 'pure: a redacted picture of what is live, and what files can read back from it'),
    stage('plan/saved', 'a plan, or the way back from one, as a document; how JSON is printed is handed in'),
    stage('apply', 'a plan to outcomes, through the interfaces of the model', ['^src/ledger/state\\.ts']),
    stage('report', 'a format is a function of the value it prints'),
    stage(
      'server',
      'its checks are read off the kinds, and the rules that the API documents are those of lint',
      ['^src/lint/'],
    ),
    stage('dev', 'requests are decided by the engine and drawn by reports; files are handed in', [
      '^src/simulate/',
      '^src/report/',
    ]),
    stage(
      'lsp',
      'an editor sees nouns; the stages are handed in, and text edits are made as lint makes them',
      [
        '^src/workspace/syntax\\.ts',
        '^src/edit/',
        '^src/report/explain/',
        '^src/report/text/inert\\.ts',
        '^src/report/text/markdown\\.ts',
      ],
    ),
    stage('run/cli', 'what any command line needs: options, streams, files that are written safely', [
      '^src/report/',
    ]),
    stage('package/codegen', 'writes down what the tables and the rules say; runs in development only', [
      '^src/lint/',
      '^src/report/text/markdown\\.ts',
      '^src/report/text/yaml\\.ts',
    ]),
    stage('remote', 'other machines: the API, forges, webhooks; one request and its response', [
      '^src/version\\.ts',
    ]),
    above('run/session', 'opens what a run works on; what is done with it is a folder beside it', [
      'run/apply',
      'run/ledger',
      'run/lint',
      'run/metrics',
      'run/plan',
      'run/review',
      'run/tests',
      'commands',
      'package',
      'lsp',
    ]),
    above('run', 'one lint, one plan, one apply; what a person typed is a command', [
      'commands',
      'package',
      'lsp',
    ]),
    {
      name: 'nobody-imports-package',
      comment: 'the library, the action and the generator are tops of their own, beside the commands',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(package/|main\\.ts|action-main\\.ts)' },
      to: { path: '^src/package/' },
    },
    above('package', 'the library for programs, the GitHub Action, what `npm run generate` writes', [
      'commands',
      'lsp',
      'server',
    ]),
    {
      name: 'commands-stay-apart',
      comment: 'what two verbs share is a workflow',
      severity: 'error',
      from: { path: '^src/commands/([^/]+)/' },
      to: { path: '^src/commands/', pathNot: '^src/commands/$1/' },
    },
    {
      name: 'nobody-imports-codegen',
      comment: 'ts-morph takes most of a second to load',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/package/codegen/' },
      to: { path: '^src/package/codegen/|node_modules/ts-morph/' },
    },
    {
      name: 'nobody-imports-commands',
      comment: 'commands are the top',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(commands/|main\\.ts|start\\.ts|demo\\.ts|program\\.ts)',
      },
      to: { path: '^src/(commands/|main\\.ts|program\\.ts)' },
    },
    {
      name: 'pure-stages-have-no-node',
      comment: 'no clock, no disk, no network: only hashing',
      severity: 'error',
      from: { path: '^src/(kinds|model|text|derive|routing|plan)/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      name: 'one-reader',
      comment: 'one reader and two printers know the YAML library, so that it can be exchanged',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(derive/yaml/read-yaml|derive/policy/traffic-policy-layout|report/text/yaml)',
      },
      to: { path: 'node_modules/yaml/' },
    },
    {
      name: 'undici-only-in-http',
      comment: 'lint must not load an HTTP client',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/remote/http/' },
      to: { path: 'node_modules/undici/' },
    },
    {
      name: 'database-only-in-ledger',
      comment: 'nobody but a ledger in PostgreSQL waits for its client to load',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/ledger/postgres/' },
      to: { path: 'node_modules/pg' },
    },
    {
      name: 'protocol-only-in-lsp',
      comment: 'nobody but an editor waits for the protocol to load',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/lsp/' },
      to: { path: 'node_modules/vscode-' },
    },
    {
      name: 'proxy-only-in-dev',
      comment: 'no other command waits for a proxy or a maker of certificates to load',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/dev/' },
      to: { path: 'node_modules/(httpxy|selfsigned)/' },
    },
    {
      name: 'server-only-in-server',
      comment: 'lint must not load a server',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/server/' },
      to: { path: 'node_modules/(@hono|hono)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
    includeOnly: '^(src|node_modules)/|^(node:)?[a-z_]+$',
  },
};
