/*
 * Preloaded into a run: counts the work that does not depend on the machine, and writes the counts into the file
 * $EDGEWRIGHT_COUNTS when the run ends.
 */
const fs = require('node:fs');
const http = require('node:http');
const Module = require('node:module');
const path = require('node:path');

const dist = path.join(__dirname, '../../dist') + path.sep;
/** The folder of all workspaces: how many folders are above it differs between machines. */
const within = path.dirname(process.env.EDGEWRIGHT_COUNTS) + path.sep;
const writeFileSync = fs.writeFileSync;
const counts = {
  'files of dist/ loaded': 0,
  'bytes of dist/ loaded': 0,
  'modules of Node loaded': 0,
  'files read': 0,
  'paths examined': 0,
  'folders listed': 0,
  'bytes read by the `yaml` library': 0,
  'requests answered': 0,
  'waits for the disk': 0,
};

/** Replaces a function of an object by one that first calls `before` with the arguments. */
function watch(object, name, before) {
  const original = object[name];
  object[name] = function (...args) {
    before(...args);
    return Reflect.apply(original, this, args);
  };
}

const count = (figure) => () => counts[figure]++;
const countPath = (figure) => (file) => {
  if (path.resolve(String(file)).startsWith(within)) counts[figure]++;
};
const isWriting = (flags) => (typeof flags === 'number' ? (flags & 3) !== 0 : /[wa+]/.test(flags ?? 'r'));
const countRead = (file, flags) => {
  if (!isWriting(flags)) countPath('files read')(file);
};

watch(fs, 'readFileSync', countPath('files read'));
watch(fs, 'openSync', countRead);
watch(fs.promises, 'readFile', countPath('files read'));
for (const name of ['statSync', 'lstatSync', 'existsSync', 'accessSync'])
  watch(fs, name, countPath('paths examined'));
for (const name of ['stat', 'lstat', 'access']) watch(fs.promises, name, countPath('paths examined'));
watch(fs, 'readdirSync', countPath('folders listed'));
watch(fs.promises, 'readdir', countPath('folders listed'));
for (const name of ['fsyncSync', 'fdatasyncSync']) watch(fs, name, count('waits for the disk'));
const open = fs.promises.open;
fs.promises.open = async (file, flags, ...rest) => {
  countRead(file, flags);
  const handle = await open(file, flags, ...rest);
  for (const name of ['sync', 'datasync']) watch(handle, name, count('waits for the disk'));
  return handle;
};

const builtins = new Set();
watch(Module.prototype, 'require', (name) => {
  if (Module.isBuiltin(name)) builtins.add(name);
});
watch(http.Server.prototype, 'emit', (event) => {
  if (event === 'request') counts['requests answered']++;
});

const { load } = Module.prototype;
Module.prototype.load = function (file) {
  Reflect.apply(load, this, [file]);
  if (!file.startsWith(dist)) return;
  counts['files of dist/ loaded']++;
  counts['bytes of dist/ loaded'] += fs.statSync(file).size;
  if (file === path.join(dist, 'vendor/yaml.cjs')) {
    watch(this.exports.Lexer.prototype, 'lex', (text) => {
      counts['bytes read by the `yaml` library'] += Buffer.byteLength(text);
    });
  }
};

process.on('exit', () => {
  counts['modules of Node loaded'] = builtins.size;
  writeFileSync(process.env.EDGEWRIGHT_COUNTS, JSON.stringify(counts));
});
