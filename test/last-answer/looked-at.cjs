/* Preloaded into a run: writes every path that it looks at through Node's file functions into $LOOKED_AT, a line each. */
const fs = require('node:fs');

const append = fs.appendFileSync;
const names = [
  'existsSync',
  'lstatSync',
  'statSync',
  'openSync',
  'readFileSync',
  'readdirSync',
  'realpathSync',
];
const wrap = (from, name) => {
  const real = from[name];
  from[name] = (file, ...rest) => {
    if (typeof file === 'string') append(process.env.LOOKED_AT, `${file}\n`);
    return real(file, ...rest);
  };
};
for (const name of [
  ...names,
  'accessSync',
  'readlinkSync',
  'opendirSync',
  'createReadStream',
  'readFile',
  'stat',
  'lstat',
]) {
  wrap(fs, name);
}
for (const name of [
  'access',
  'lstat',
  'open',
  'opendir',
  'readFile',
  'readdir',
  'readlink',
  'realpath',
  'stat',
]) {
  wrap(fs.promises, name);
}
