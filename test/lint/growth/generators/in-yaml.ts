import { endpoint, file, filled, partsOf, type Hostiles } from './hostile-files.ts';

/** Hostile YAML for the reader. */
export const inYaml: Hostiles = {
  'many keys in one map': file((bytes) => filled(bytes, (i) => `key${i}: value\n`)),
  'many keys in many maps': file((bytes) =>
    filled(bytes, (i) => (i % 4000 === 0 ? `map${i}:\n` : `  key${i}: value\n`)),
  ),
  'many keys in flow maps': file((bytes) =>
    filled(bytes, (i) => (i % 4000 === 0 ? `${i === 0 ? '' : '}\n'}map${i}: {` : `key${i}: value, `)),
  ),
  'flow commas': file((bytes) => endpoint('www', `  bindings: [${','.repeat(bytes)}]\n`)),
  'flow items': file((bytes) => endpoint('www', `  bindings: [${'a,'.repeat(bytes / 2)}]\n`)),
  'flow items on lines': file((bytes) =>
    endpoint('www', `  bindings: [\n${'    a,\n'.repeat(bytes / 7)}  ]\n`),
  ),
  'flow items that are quoted': file((bytes) =>
    endpoint('www', `  bindings: [${'"a", '.repeat(bytes / 5)}]\n`),
  ),
  'flow pairs without a value': file((bytes) =>
    endpoint('www', `  bindings: {${filled(bytes, (i) => `a${i},`)}}\n`),
  ),
  'deep block maps': file((bytes) =>
    partsOf(Math.sqrt(bytes), () => 'a')
      .map((key, depth) => `${' '.repeat(depth)}${key}:\n`)
      .join(''),
  ),
  'deep block lists': file((bytes) => '- '.repeat(bytes / 2)),
  'deep flow lists': file((bytes) => '['.repeat(bytes)),
  'deep flow lists, closed': file((bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)),
  'deep flow maps': file((bytes) => '{a: '.repeat(bytes / 4)),
  'deep flow maps in an unclosed quote': file((bytes) => `"${'{a: '.repeat(bytes / 4)}`),
  'nests beside each other': file((bytes) =>
    filled(bytes, (i) => `k${i}: ${'['.repeat(60)}${']'.repeat(60)}\n`),
  ),
  'aliases of one anchor': file((bytes) => `a: &a x\nb:\n${'  - *a\n'.repeat(bytes / 7)}`),
  'aliases of a big anchor': file(
    (bytes) => `a: &a [${'x,'.repeat(bytes / 4)}]\nb:\n${'  - *a\n'.repeat(bytes / 14)}`,
  ),
  'aliases of nothing': file((bytes) => `b:\n${'  - *a\n'.repeat(bytes / 7)}`),
  'a chain of aliases': file(
    (bytes) => `a0: &a0 x\n${filled(bytes, (i) => `a${i + 1}: &a${i + 1} [*a${i}]\n`)}`,
  ),
  'an alias bomb': file(
    (bytes) => `a0: &a0 x\n${filled(bytes, (i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]\n`)}`,
  ),
  'many anchors': file((bytes) => `b:\n${filled(bytes, (i) => `  - &a${i} x\n`)}`),
  'many anchors, all used': file((bytes) => `b:\n${filled(bytes, (i) => `  - &a${i} x\n  - *a${i}\n`)}`),
  'one anchor again and again': file((bytes) => `b:\n${'  - &a x\n'.repeat(bytes / 9)}`),
  'a long anchor': file((bytes) => endpoint('www', `  description: &${'a'.repeat(bytes)} x\n`)),
  'many tags': file((bytes) => `b:\n${filled(bytes, (i) => `  - !t${i} x\n`)}`),
  'many core tags': file((bytes) => `b:\n${'  - !!str x\n'.repeat(bytes / 12)}`),
  'a long tag': file((bytes) => endpoint('www', `  description: !${'a'.repeat(bytes)} x\n`)),
  'tag directives': file(
    (bytes) => `${filled(bytes, (i) => `%TAG !t${i}! tag:example.com,2000:\n`)}---\na: b\n`,
  ),
  'directives that nobody knows': file((bytes) => `${'%FOO bar\n'.repeat(bytes / 9)}---\na: b\n`),
  'many documents': file((bytes) => '---\na: b\n'.repeat(bytes / 9)),
  'many empty documents': file((bytes) => '---\n'.repeat(bytes / 4)),
  'many ends of documents': file((bytes) => `a: b\n${'...\n'.repeat(bytes / 4)}`),
  'comments in a row': file((bytes) => `${'# comment\n'.repeat(bytes / 10)}a: b\n`),
  'comments between keys': file((bytes) => filled(bytes, (i) => `# comment\nk${i}: v # comment\n`)),
  'comments between items of an anchored list': file(
    (bytes) => `a: &a\n${'  # comment\n  - x # comment\n'.repeat(bytes / 30)}`,
  ),
  'comments in a flow list': file(
    (bytes) => `a: [\n${'  # comment\n  x, # comment\n'.repeat(bytes / 30)}]\n`,
  ),
  'comments that are indented deeper and deeper': file(
    (bytes) => `a: &a\n${filled(bytes, (i) => `${' '.repeat(i % 500)}# c\n`)}  b: c\n`,
  ),
  'a long comment': file((bytes) => `# ${'#'.repeat(bytes)}\na: &a b\n`),
  'empty lines': file((bytes) => `a: &a\n${'\n'.repeat(bytes)}b: c\n`),
  'lines of white space': file((bytes) => `a: &a\n${'          \n'.repeat(bytes / 11)}b: c\n`),
  'one long line of white space': file((bytes) => `a: &a b${' '.repeat(bytes)}\n`),
  tabs: file((bytes) => '\t'.repeat(bytes)),
  'lines that a tab indents': file((bytes) => `a:\n${'\tb: c\n'.repeat(bytes / 6)}`),
  'tabs before values': file((bytes) => filled(bytes, (i) => `k${i}:\t\t\t\tv\t\t\n`)),
  'CRLF lines': file((bytes) => filled(bytes, (i) => `${i % 4000 === 0 ? `m${i}:\r\n` : ''}  k${i}: v\r\n`)),
  'carriage returns alone': file((bytes) => 'a: b\r'.repeat(bytes / 5)),
  'complex keys': file((bytes) => filled(bytes, (i) => `? k${i}\n: v\n`)),
  'complex keys that are lists': file((bytes) => filled(bytes, (i) => `? [k${i}]\n: v\n`)),
  'complex keys within each other': file((bytes) => '? '.repeat(bytes / 2)),
  colons: file((bytes) => ': '.repeat(bytes / 2)),
  'colons in a value': file((bytes) => `a: ${'b: '.repeat(bytes / 3)}\n`),
  'one key again and again': file((bytes) => 'a: b\n'.repeat(bytes / 5)),
  'merge keys': file((bytes) => filled(bytes, () => '<<: { a: b }\n')),
  'a mistake on each line': file((bytes) => 'a: b: c\n'.repeat(bytes / 8)),
  'a mistake in each document': file((bytes) => '---\na: b: c\n'.repeat(bytes / 12)),
  'a late mistake': file(
    (bytes) => `${filled(bytes, (i) => `${i % 4000 === 0 ? `m${i}:\n` : ''}  k${i}: v\n`)}a: b: c\n`,
  ),
  'a quote that is not closed': file((bytes) => `a: "${'b c\n  '.repeat(bytes / 6)}`),
  'a single quote that is not closed': file((bytes) => `a: '${"b ''\n  ".repeat(bytes / 7)}`),
  'a quote that is not closed in each document': file((bytes) => '---\na: "b\n'.repeat(bytes / 10)),
  escapes: file((bytes) => endpoint('www', `  description: "${'\\x41'.repeat(bytes / 4)}"\n`)),
  'escapes that mean nothing': file((bytes) =>
    endpoint('www', `  description: "${'\\q'.repeat(bytes / 2)}"\n`),
  ),
  'backslashes before an unclosed end': file((bytes) => `a: "${'\\'.repeat(bytes)}`),
  'folded quotes': file((bytes) => endpoint('www', `  description: "${'a\n    '.repeat(bytes / 6)}"\n`)),
  'folded plain text': file((bytes) => endpoint('www', `  description: ${'a\n    '.repeat(bytes / 6)}\n`)),
  'a folded block': file((bytes) => endpoint('www', `  description: >\n${'    a\n\n'.repeat(bytes / 7)}`)),
  'a literal block': file((bytes) => endpoint('www', `  description: |\n${'    a\n'.repeat(bytes / 6)}`)),
  'a literal block with an anchor': file((bytes) =>
    endpoint('www', `  description: &a |\n${'    a # b\n'.repeat(bytes / 10)}`),
  ),
  'block headers that are wrong': file((bytes) => filled(bytes, (i) => `k${i}: |x\n`)),
  'a long plain line': file((bytes) => endpoint('www', `  description: ${'a '.repeat(bytes / 2)}\n`)),
  'a long plain line of hashes': file((bytes) =>
    endpoint('www', `  description: &a a${'#a'.repeat(bytes / 2)}\n`),
  ),
  'a long key': file((bytes) => `${'a'.repeat(bytes)}: b\n`),
  'a long quoted key': file((bytes) => `"${'a'.repeat(bytes)}": b\n`),
  'a long number': file((bytes) => endpoint('www', `  description: ${'1'.repeat(bytes)}\n`)),
  'a long hexadecimal number': file((bytes) => endpoint('www', `  description: 0x${'f'.repeat(bytes)}\n`)),
  'a long almost-number': file((bytes) => endpoint('www', `  description: ${'1'.repeat(bytes)}x\n`)),
  indicators: file((bytes) => '&*!|>%@`'.repeat(bytes / 8)),
  dashes: file((bytes) => '-'.repeat(bytes)),
  'question marks and dashes': file((bytes) => '? - '.repeat(bytes / 4)),
  'lists in lists on lines': file((bytes) => `a:\n${'  - - - - - x\n'.repeat(bytes / 14)}`),
  'stairs that go up': file((bytes) => filled(bytes, (i) => `${' '.repeat(200 - (i % 200))}a: b\n`)),
};
